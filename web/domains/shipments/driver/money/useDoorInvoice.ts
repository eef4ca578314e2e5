import { type DoorInvoice, doorDue, doorInvoices } from '#core/domains/orders/doorInvoice.ts'
import { countingPayments, countingTickets } from '#core/domains/shipments/driver/applyEvent.ts'
import { decimalPlacesOf, formatMoney, formatPrice } from '#core/platform/numbers/money.ts'
import { quantityText } from '#core/platform/numbers/quantities.ts'
import { useLanguage } from '#web/platform/language.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { DayStop } from '../useDriverDay.ts'

/** Amount due for the delivery at a stop from a customer who pays on delivery, by the prices that came with the day. */
function doorInvoicesAt(stop: DayStop, stops: readonly DayStop[]): DoorInvoice[] {
  const computed = doorInvoices(
    stops.map(({ door_orders, currency, state }) => ({
      // A day stored by an older client has no prices.
      orders: door_orders ?? [],
      delivered: countingTickets(state),
      paid: countingPayments(state),
      places: decimalPlacesOf(currency?.precision),
    })),
  )
  return computed[stops.findIndex(({ stop_id }) => stop_id === stop.stop_id)] ?? []
}

/**
 * The lines of the doorstep invoice, as shown and printed; undefined if the customer does not pay on delivery.
 * @param stops all stops of the day: an order's charges are due at one of them
 */
export function useDoorInvoice(
  stop: DayStop,
  stops: readonly DayStop[],
): {
  lines: readonly { label: string; amount: string }[]
  total: string
  due: string
} | null {
  const { t } = useTranslation()
  const { language } = useLanguage()
  const invoices = doorInvoicesAt(stop, stops)
  if (invoices.length === 0) return null
  const money = (amount: string) => formatMoney(amount, stop.currency, language)
  const lines = invoices.flatMap(({ lines: goods, charges, discount, taxes }) => [
    ...goods.map(({ line, quantity, total }) => ({
      label: `${line.product_title} ${quantityText(quantity, line.unit_title, language, 1)} × ${formatPrice(line.unit_price, stop.currency, language)}`,
      amount: money(total),
    })),
    ...charges.map(({ name, amount }) => ({
      label: t(`records.transaction_documents.fields.${name}`),
      amount: money(amount),
    })),
    ...(Number(discount) > 0
      ? [{ label: t('records.transaction_documents.fields.discount'), amount: money(`-${discount}`) }]
      : []),
    ...taxes
      .filter(({ tax }) => Number(tax) !== 0)
      .map(({ tax_name, tax }) => ({ label: tax_name, amount: money(tax) })),
  ])
  return {
    lines,
    total: money(doorDue(invoices, [])),
    due: doorDue(invoices, countingPayments(stop.state)),
  }
}
