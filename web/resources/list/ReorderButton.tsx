import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowsSort } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { hasCall, permissionFor, type Resource } from '#core/resources/definition.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Dialog } from '#web/ui/Dialog.tsx'

const ReorderList = lazy(() => import('./ReorderList.tsx').then((m) => ({ default: m.ReorderList })))

interface ReorderButtonProps {
  resource: Resource
  /** The group of records that are ordered together. */
  within: Readonly<Record<string, string>>
}

/** Reorders records that have their own order. */
export function ReorderButton({ resource, within }: ReorderButtonProps) {
  const { t } = useTranslation()
  const may = useMay()
  const [isOpen, { open, close }] = useDisclosure(false)
  if (!hasCall(resource, 'update') || !may(permissionFor(resource, 'update'))) return null
  return (
    <Group justify="flex-end">
      <Button variant="default" leftSection={<IconArrowsSort size={16} />} onClick={open}>
        {t('resources.reorder')}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={t('resources.reorder')}>
        <Text size="sm" c="dimmed" mb="sm">
          {t('resources.reorder_hint')}
        </Text>
        <Suspense>{isOpen && <ReorderList {...{ resource, within }} onDone={close} />}</Suspense>
      </Dialog>
    </Group>
  )
}
