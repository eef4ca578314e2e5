import { numberMarks, prefixAndSuffix } from '#core/platform/money.ts'
import { useFormat } from '#web/platform/useFormat.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { NumberField } from '#web/ui/NumberField.tsx'

interface MoneyInputProps {
  /** Label, help, error and state, the same for every kind. */
  shared: object
  value: unknown
  set: (value: unknown) => void
  currency_id: unknown
  /** Of a price of one unit, which has more than its currency. */
  decimals?: number
}

/** What is stored of every amount, as long as it is not known how its currency is written. */
const STORED_DECIMALS = 3

/** An amount, typed and shown as its reader writes amounts of its currency; its value is a plain decimal. */
export function MoneyInput({ shared, value, set, currency_id, decimals }: MoneyInputProps) {
  const { marksOf, placesOf } = useMoney()
  const { language } = useFormat()
  const marks = marksOf(currency_id)
  const places = marks ? placesOf(currency_id) : STORED_DECIMALS
  return (
    <NumberField
      {...shared}
      {...(marks && { ...prefixAndSuffix(marks), marks: numberMarks(marks, language), isGrouped: true })}
      // A price has the decimals it was given, and never fewer than its currency.
      decimals={{ least: marks ? places : 0, most: decimals ?? places }}
      value={value}
      onChange={set}
    />
  )
}
