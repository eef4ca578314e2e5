import { useMoney } from './useMoney.ts'

interface MoneyTextProps {
  amount: string
  currency_id: unknown
}

/** An amount as its currency writes it; the same from left to right in every language. */
export function MoneyText({ amount, currency_id }: MoneyTextProps) {
  const { money } = useMoney()
  return <bdi dir="ltr">{money(amount, currency_id)}</bdi>
}
