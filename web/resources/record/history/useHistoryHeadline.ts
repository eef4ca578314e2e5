import { useTranslation } from '#web/platform/useTranslation.ts'
import type { HistoryEntry } from '#web/resources/useRecords.ts'
import { useAuditActionText } from './useAuditActionText.ts'

/** Who did what to a record, and for whom, in short. */
export function useHistoryHeadline(): (entry: HistoryEntry) => string {
  const { t } = useTranslation()
  const actionText = useAuditActionText()
  return ({ by, on_behalf_of, key_name, action }) => {
    const user = by ?? t('resources.nobody')
    const who = key_name ? t('resources.by_key', { who: user, key: key_name }) : user
    const actor = on_behalf_of ? t('resources.on_behalf', { who, whom: on_behalf_of }) : who
    return `${actor} ${actionText(action)}`
  }
}
