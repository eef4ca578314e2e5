import { createContext, useContext } from 'react'
import { useMoney } from './useMoney.ts'

/** The decimals of the unit prices of a table: the maximum over its rows. */
export const PricePlaces = createContext(0)

interface MoneyTextProps {
  amount: string
  currency_id: unknown
  /** Whether it is a unit price. */
  isPrice?: boolean
}

/** An amount in the format of its currency, left to right in every language. */
export function MoneyText({ amount, currency_id, isPrice = false }: MoneyTextProps) {
  const { money, price } = useMoney()
  const places = useContext(PricePlaces)
  return <bdi dir="ltr">{isPrice ? price(amount, currency_id, places) : money(amount, currency_id)}</bdi>
}
