import { useMoney } from './useMoney.ts'

interface MoneyTextProps {
  amount: string
  currency_id: unknown
  /** Whether it is a unit price. */
  isPrice?: boolean
}

/** An amount in the format of its currency, left to right in every language. */
export function MoneyText({ amount, currency_id, isPrice = false }: MoneyTextProps) {
  const { money, price } = useMoney()
  return <bdi dir="ltr">{isPrice ? price(amount, currency_id) : money(amount, currency_id)}</bdi>
}
