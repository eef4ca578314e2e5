import type { DocumentType } from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import type { TimelineEntry } from '#core/domains/shipments/timeline/timelineCalls.ts'
import { volumeIn, volumeUnit } from '#core/platform/numbers/units.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { useStatusLabel } from '#web/resources/kinds/useStatusLabel.ts'

/** Entries of documents, with the types of these. */
const DOCUMENT_TYPES: Readonly<Record<string, DocumentType>> = {
  order: 'sales_order',
  invoice: 'invoice',
  credit: 'credit_note',
}

/** Entries whose title of the server is a place or a product. */
const TITLES_BELOW = ['stop', 'alert', 'rise', 'reorder', 'empty']

/** The title of an entry, and its details. @param hasStatuses whether they include the statuses of documents and rounds */
export function useEntryText(
  hasStatuses: boolean,
): (entry: TimelineEntry) => { title: string; more: string } {
  const { t } = useTranslation()
  const { units, quantity } = useFormat()
  const { money } = useMoney()
  const documentLabel = useStatusLabel(transaction_documents)
  const shipmentLabel = useStatusLabel(shipment_planners)
  return ({ kind, title, status, liters, percent, amount, currency_id }) => {
    const isMissed = kind === 'stop' && status === 'not_delivered'
    const isOver = kind === 'stop' && status === 'done'
    const name = isMissed ? 'stop_missed' : isOver ? 'stop_done' : kind
    const document_type = DOCUMENT_TYPES[kind]
    const more = [
      TITLES_BELOW.includes(kind) && title,
      liters !== null && quantity(volumeIn(units, liters), volumeUnit(units), 0),
      amount !== null && money(amount, currency_id),
      hasStatuses && document_type && status && documentLabel(Number(status), { document_type }),
      hasStatuses && kind === 'load' && status && shipmentLabel(Number(status)),
      kind === 'payment' && status === 'reversed' && t('timeline.reversed'),
    ]
    return {
      title: t(`timeline.kinds.${name}`, {
        number: title ?? '',
        level: kind === 'alert' ? t(`telemetry.level.${status}`) : '',
        percent: percent === null ? '' : quantity(percent, '%', 0),
      }),
      more: more.filter(Boolean).join(' · '),
    }
  }
}
