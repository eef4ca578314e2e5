import { useFormat } from '#web/platform/format/useFormat.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'

const RATE_DECIMALS = 6

/** Writes the rate of a tax: "5.5%" or "$0.244 / gal". */
export function useTaxRate() {
  const { price } = useMoney()
  const { quantity } = useFormat()
  return (
    { basis, rate, unit_title }: { basis: string; rate: string; unit_title: string | null },
    currency_id: unknown,
  ) =>
    basis === 'percent'
      ? quantity(Number(rate), '%', RATE_DECIMALS)
      : `${price(rate, currency_id)} / ${unit_title ?? ''}`
}
