import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { AlertRow } from './AlertRow.ts'

/** The answer to an alert, and who gave it; empty while unanswered. */
export function useAlertFate(alert: AlertRow): string {
  const { t } = useTranslation()
  const { instant } = useFormat()
  const answer = {
    open: null,
    acknowledged: alert.acknowledged_by_name
      ? t('alerts.acknowledged_by', { by: alert.acknowledged_by_name })
      : t('records.alerts.choices.status.acknowledged'),
    snoozed: alert.snoozed_until && t('alerts.snoozed_until', { until: instant(alert.snoozed_until) }),
    closed: alert.closed_at && t('alerts.closed_at', { at: instant(alert.closed_at) }),
  }[alert.status]
  const comment = alert.status === 'snoozed' ? alert.snooze_reason : alert.note
  return [answer, comment && `“${comment}”`].filter(Boolean).join(' · ')
}
