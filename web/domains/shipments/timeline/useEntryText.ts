import type { TimelineEntry } from '#core/domains/shipments/timeline/timelineCalls.ts'
import { volumeIn, volumeUnit } from '#core/platform/numbers/units.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'

/** The title of an entry, and its details. */
export function useEntryText(): (entry: TimelineEntry) => { title: string; more: string } {
  const { t } = useTranslation()
  const { units, quantity } = useFormat()
  const { money } = useMoney()
  return ({ kind, title, status, liters, percent, amount, currency_id }) => {
    const isMissed = kind === 'stop' && status === 'not_delivered'
    const isOver = kind === 'stop' && status === 'done'
    const name = isMissed ? 'stop_missed' : isOver ? 'stop_done' : kind
    const isDocument = kind === 'order' || kind === 'invoice' || kind === 'credit'
    const more = [
      kind === 'stop' && title,
      liters !== null && quantity(volumeIn(units, liters), volumeUnit(units), 0),
      amount !== null && money(amount, currency_id),
      kind === 'alert' && status && t(`telemetry.level.${status}`),
      isDocument && status && t(`records.transaction_documents.choices.status_id.${status}`),
      kind === 'load' && status && t(`records.shipment_planners.choices.status_id.${status}`),
      kind === 'payment' && status === 'reversed' && t('timeline.reversed'),
    ]
    return {
      title: t(`timeline.kinds.${name}`, {
        number: title ?? '',
        percent: percent === null ? '' : quantity(percent, '%', 0),
      }),
      more: more.filter(Boolean).join(' · '),
    }
  }
}
