import { Anchor, Button, Group } from '@mantine/core'
import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { hasCall, pathOf, type Resource } from '#core/resources/definition.ts'
import { CallRefused, call } from '#web/platform/api.ts'
import { useMay } from '#web/platform/session.tsx'
import { toast, toastRefusal } from '#web/platform/toast.ts'
import { type AnyRecord, useRemoveRecord } from './useRecords.ts'

const TIME_TO_UNDO = 10_000

interface RemoveButtonProps {
  resource: Resource
  record: AnyRecord
  title: string
  onRemoved: () => void
}

/** What is archived can be taken back, so nothing is asked before; what is deleted does not come back. */
export function RemoveButton({ resource, record, title, onRemoved }: RemoveButtonProps) {
  const { t } = useTranslation()
  const may = useMay()
  const remove = useRemoveRecord(resource, String(record[resource.id]))
  const offerUndo = useOfferUndo(resource, record, title)
  const { archive } = resource
  const isArchived = archive && Object.entries(archive).every(([name, value]) => record[name] === value)
  if (!hasCall(resource, 'remove') || !may(`${resource.module}.delete`) || isArchived) return null
  const removeIt = () =>
    remove.mutate(String(record['updated_at']), {
      onSuccess: () => {
        if (archive) offerUndo()
        onRemoved()
      },
      onError: (failure) => {
        // A form shows both values; here it is enough to say that the record has moved on.
        if (failure instanceof CallRefused && failure.answer.current) toast(failure.message, 'warning')
      },
    })
  const ask = () =>
    modals.openConfirmModal({
      title: t('resources.delete_sure', { what: title }),
      children: t('resources.not_reversible'),
      labels: { confirm: t('resources.delete'), cancel: t('resources.cancel') },
      confirmProps: { color: 'urgent' },
      onConfirm: removeIt,
    })
  return (
    <Button
      variant="default"
      leftSection={<IconTrash size={16} aria-hidden />}
      loading={remove.isPending}
      onClick={archive ? removeIt : ask}
    >
      {t(archive ? 'resources.archive' : 'resources.delete')}
    </Button>
  )
}

function useOfferUndo(resource: Resource, record: AnyRecord, title: string): () => void {
  const { t } = useTranslation()
  const client = useQueryClient()
  return () => {
    const before = Object.fromEntries(
      Object.keys(resource.archive ?? {}).map((name) => [name, record[name] ?? null]),
    )
    const undo = async () => {
      notifications.hide(id)
      try {
        await call('PATCH', `${pathOf(resource)}/${record[resource.id]}`, before)
      } catch (failure) {
        toastRefusal(failure)
      }
      await client.invalidateQueries({ queryKey: [resource.name] })
    }
    const id = toast(
      <Group justify="space-between" gap="md">
        {t('resources.archived', { what: title })}
        <Anchor component="button" type="button" size="sm" fw={600} onClick={() => void undo()}>
          {t('resources.undo')}
        </Anchor>
      </Group>,
      'success',
      TIME_TO_UNDO,
    )
  }
}
