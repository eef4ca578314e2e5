import { useQuery } from '@tanstack/react-query'
import {
  type CurrencyMarks,
  decimalPlacesOf,
  formatMoney,
  formatPrice,
  PRICE_DECIMALS,
} from '#core/platform/numbers/money.ts'
import type { listCurrencyMarks } from '#core/resources/fields/listCurrencyMarks.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'

const STALE_MS = 60 * 60_000

/** Amounts in the format of their currencies. */
export function useMoney() {
  const { number, language } = useFormat()
  const { data, isPending } = useQuery({
    queryKey: ['currencies', 'marks'],
    queryFn: reading<typeof listCurrencyMarks>('/currencies/marks'),
    select: ({ currencies }) => currencies,
    staleTime: STALE_MS,
  })
  const marksOf = (currency_id: unknown): CurrencyMarks | undefined =>
    data?.find((marks) => marks.currency_id === Number(currency_id))
  return {
    marksOf,
    /** The currencies are not read yet: amounts have no marks. */
    isPending,
    /** The decimals of a currency. */
    placesOf: (currency_id: unknown): number => decimalPlacesOf(marksOf(currency_id)?.precision),
    /** A unit price, with the stored decimals, but at least as many as its column. */
    price: (amount: string, currency_id: unknown, places?: number): string => {
      const marks = marksOf(currency_id)
      return marks ? formatPrice(amount, marks, language, places) : number(Number(amount), PRICE_DECIMALS)
    },
    /** A plain figure until the format of the currency is known. */
    money: (amount: string | number, currency_id: unknown): string => {
      const marks = marksOf(currency_id)
      return marks ? formatMoney(amount, marks, language) : number(Number(amount), 3)
    },
  }
}
