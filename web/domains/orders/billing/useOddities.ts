import { wholeDifference } from '#core/domains/shipments/deliveries/wholeDifference.ts'
import { volumeIn, volumeUnit } from '#core/platform/numbers/units.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { Unbilled } from './unbilled.ts'

/** Why a delivery is to be checked first, in the order of the list. */
export const REASONS = ['credit_hold', 'unpriced', 'untaxed', 'over_capacity', 'difference'] as const

export interface Oddity {
  name: (typeof REASONS)[number]
  text: string
  /** Address of the record that shows it; null if there is none. */
  to: string | null
}

/** Returns the oddities of a delivery as sentences, with the records where they are checked. */
export function useOddities(): (unbilled: Unbilled) => Oddity[] {
  const { t } = useTranslation()
  const { units, quantity } = useFormat()
  const differenceText = useDifferenceText()
  const volumeText = (liters: string | null) =>
    quantity(volumeIn(units, Number(liters)), volumeUnit(units), 0)
  return (unbilled) => {
    const { odd, document_id, shipment_id, company_id, lines } = unbilled
    const products = lines.flatMap(({ is_untaxed, product_title }) => (is_untaxed ? [product_title] : []))
    const order = document_id === null ? null : `/order/${document_id}`
    const round = shipment_id === null ? null : `/shipment_planners/${shipment_id}`
    const check = `/delivery_check/${unbilled.delivery_check_id}`
    const facts = {
      credit_hold: {
        text: t('orders.billing.credit_hold', { reason: unbilled.credit_hold_reason ?? '' }),
        to: `/customers/profile/${company_id}`,
      },
      unpriced: { text: t(`orders.billing.${order ? 'no_price' : 'no_list_price'}`), to: order },
      untaxed: {
        text: t('orders.billing.untaxed', { products: products.join(', ') }),
        to: order ?? round,
      },
      over_capacity: {
        text: t('orders.billing.over_capacity', {
          ticket: volumeText(unbilled.ticket_liters),
          room: volumeText(unbilled.room_liters),
        }),
        to: check,
      },
      difference: { text: differenceText(unbilled), to: check },
    }
    return REASONS.filter((name) => odd.includes(name)).map((name) => ({ name, ...facts[name] }))
  }
}

/** Difference of ticket and tank, in whole units, so that the figures add up. */
function useDifferenceText() {
  const { t } = useTranslation()
  const { units, quantity } = useFormat()
  return ({ ticket_liters, rise_liters }: Unbilled) => {
    const [ticket, tank] = [ticket_liters, rise_liters].map((liters) => volumeIn(units, Number(liters))) as [
      number,
      number,
    ]
    const off = wholeDifference(ticket, tank)
    // The usual difference of a tank can make a delivery differ although both figures are equal.
    if (ticket_liters === null || rise_liters === null || off === 0) return t('orders.billing.difference')
    const volume = (value: number) => quantity(value, volumeUnit(units), 0)
    return t(`orders.billing.difference_${off < 0 ? 'more' : 'less'}`, {
      ticket: volume(ticket),
      tank: volume(tank),
      off: volume(Math.abs(off)),
    })
  }
}
