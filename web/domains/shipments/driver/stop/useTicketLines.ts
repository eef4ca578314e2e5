import {
  countingPayments,
  countingTickets,
  type StopTicket,
} from '#core/domains/shipments/driver/applyEvent.ts'
import type { DriverLoad } from '#core/domains/shipments/driver/driverCalls.ts'
import { DIFFERENCE_REASONS } from '#core/domains/shipments/driver/driverEvents.ts'
import { netVolume, REFERENCE_CELSIUS } from '#core/domains/tanks/temperatureCorrection.ts'
import { formatMoney } from '#core/platform/numbers/money.ts'
import { quantityText } from '#core/platform/numbers/quantities.ts'
import { celsiusToFahrenheit } from '#core/platform/numbers/units.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useLanguage } from '#web/platform/language.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useDoorInvoice } from '../money/useDoorInvoice.ts'
import type { DayStop } from '../useDriverDay.ts'

/** The lines of a ticket from this phone's data, so that it can be shown and printed offline. */
export function useTicketLines(
  ticket: StopTicket,
  load: DriverLoad,
  stop: DayStop,
  stops: readonly DayStop[],
): { title: string; delivered: string; lines: readonly string[] } {
  const { t } = useTranslation()
  const { language } = useLanguage()
  const { instant, quantity } = useFormat()
  const isImperial = load.unit_code === 'gal'
  const text = (figure: string) => quantityText(figure, load.unit_title, language, 1)
  const { celsius, meter_start, meter_end, reason, corrects } = ticket
  const net = netVolume(
    Number(ticket.quantity),
    { group: load.product_group, specificGravity: load.specific_gravity, celsius },
    REFERENCE_CELSIUS[isImperial ? 'imperial' : 'metric'],
  )
  const warmth = (degrees: number) =>
    isImperial ? quantity(celsiusToFahrenheit(degrees), '°F', 1) : quantity(degrees, '°C', 1)
  const why = DIFFERENCE_REASONS.some((differenceReason) => differenceReason === reason)
    ? t(`messages.ticket_reason_${reason}`)
    : reason
  const { signed } = stop.state
  // Payments are printed on one ticket of the stop only, so that none is taken for two.
  const isLast = countingTickets(stop.state).at(-1)?.event_id === ticket.event_id
  const invoice = useDoorInvoice(stop, stops)
  const paid = isLast ? countingPayments(stop.state).filter(({ amount }) => Number(amount) > 0) : []
  const lines = [
    ticket.isCorrected && t('shipments.driver.is_corrected'),
    corrects !== null && t('messages.ticket_corrects', { number: corrects }),
    [stop.company_title, stop.place].filter(Boolean).join(' · '),
    instant(ticket.at),
    meter_start !== null && `${t('messages.ticket_meter')} ${meter_start} → ${meter_end}`,
    net !== null && t('shipments.driver.net', { net: text(net.toFixed(3)) }),
    celsius !== null && `${t('messages.ticket_temperature')} ${warmth(celsius)}`,
    why && `${t('messages.ticket_reason')}: ${why}`,
    ...(isLast && invoice ? invoice.lines.map(({ label, amount }) => `${label}: ${amount}`) : []),
    isLast && invoice && `${t('messages.ticket_total')}: ${invoice.total}`,
    ...paid.map(({ method, check_number, amount }) =>
      t('shipments.driver.paid', {
        method: [t(`records.payment_methods.${method}`), check_number].filter(Boolean).join(' '),
        amount: formatMoney(amount, stop.currency, language),
      }),
    ),
    paid.length > 0 &&
      invoice &&
      `${t('messages.ticket_due')}: ${formatMoney(invoice.due, stop.currency, language)}`,
    signed?.isAbsent && t('messages.ticket_nobody'),
    signed && !signed.isAbsent && t('shipments.driver.received_by', { name: signed.name }),
  ]
  return {
    title: t('messages.ticket', { number: ticket.number }),
    delivered: `${load.product_title} ${text(ticket.quantity)}`,
    lines: lines.filter((line): line is string => Boolean(line)),
  }
}
