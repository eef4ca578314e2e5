import { Alert, Button, Group, Text } from '@mantine/core'
import { IconPencilExclamation } from '@tabler/icons-react'
import type { Resource } from '#core/resources/definition.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { DraftOffer } from './useDraft.ts'

/** Offers input that was never saved, from before a session was lost or a tab closed. */
export function DraftNotice({ resource, offer }: { resource: Resource; offer: DraftOffer | null }) {
  const { t, i18n } = useTranslation()
  const { instant } = useFormat()
  if (!offer) return null
  const { at, names, isOvertaken, takeBack, discard } = offer
  const fields = names.flatMap((name) => {
    const key = `records.${resource.name}.fields.${name}`
    return i18n.exists(key) ? [t(key)] : []
  })
  return (
    <Alert
      color="mild"
      mb="md"
      role="status"
      icon={<IconPencilExclamation size={18} aria-hidden />}
      title={t('resources.draft.title', { at: instant(at) })}
    >
      {fields.length > 0 && <Text size="sm">{fields.join(', ')}</Text>}
      {isOvertaken && <Text size="sm">{t('resources.draft.overtaken')}</Text>}
      <Group gap="sm" mt="xs">
        <Button size="xs" onClick={takeBack}>
          {t('resources.draft.take')}
        </Button>
        <Button size="xs" variant="default" onClick={discard}>
          {t('resources.draft.discard')}
        </Button>
      </Group>
    </Alert>
  )
}
