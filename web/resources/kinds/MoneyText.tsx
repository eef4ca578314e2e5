import { useMoney } from './useMoney.ts'

interface MoneyTextProps {
  amount: string
  currency_id: unknown
  /** It is the price of one unit. */
  isPrice?: boolean
}

/** An amount as its currency writes it; the same from left to right in every language. */
export function MoneyText({ amount, currency_id, isPrice = false }: MoneyTextProps) {
  const { money, price } = useMoney()
  return <bdi dir="ltr">{isPrice ? price(amount, currency_id) : money(amount, currency_id)}</bdi>
}
