import { useQuery } from '@tanstack/react-query'
import {
  type CurrencyMarks,
  decimalPlacesOf,
  formatMoney,
  formatPrice,
  PRICE_DECIMALS,
} from '#core/platform/money.ts'
import type { listCurrencyMarks } from '#core/resources/listCurrencyMarks.ts'
import { request } from '#web/platform/request.ts'
import { useFormat } from '#web/platform/useFormat.ts'

const KEPT = 60 * 60_000

/** Amounts as their currencies write them. */
export function useMoney() {
  const { number, language } = useFormat()
  const { data } = useQuery({
    queryKey: ['currencies', 'marks'],
    queryFn: async ({ signal }) =>
      (await request<typeof listCurrencyMarks>('GET', '/currencies/marks', { signal })).currencies,
    staleTime: KEPT,
  })
  const marksOf = (currency_id: unknown): CurrencyMarks | undefined =>
    data?.find((marks) => marks.currency_id === Number(currency_id))
  return {
    marksOf,
    /** The decimals in which amounts of a currency are counted. */
    placesOf: (currency_id: unknown): number => decimalPlacesOf(marksOf(currency_id)?.precision),
    /** The price of one unit, with the decimals that are stored. */
    price: (amount: string, currency_id: unknown): string => {
      const marks = marksOf(currency_id)
      return marks ? formatPrice(amount, marks, language) : number(Number(amount), PRICE_DECIMALS)
    },
    /** A plain figure as long as it is not known how its currency is written. */
    money: (amount: string | number, currency_id: unknown): string => {
      const marks = marksOf(currency_id)
      return marks ? formatMoney(amount, marks, language) : number(Number(amount), 3)
    },
  }
}
