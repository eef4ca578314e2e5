import { trimDecimalZeros } from '#web/platform/format/format.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'

/** Writes the rate of a tax: "5.5 %" or "$0.244 / gal". */
export function useTaxRate() {
  const { price } = useMoney()
  return (
    { basis, rate, unit_title }: { basis: string; rate: string; unit_title: string | null },
    currency_id: unknown,
  ) =>
    basis === 'percent' ? `${trimDecimalZeros(rate)} %` : `${price(rate, currency_id)} / ${unit_title ?? ''}`
}
