import { numberMarks, prefixAndSuffix } from '#core/platform/numbers/money.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { NumberField } from '#web/ui/NumberField.tsx'

interface MoneyInputProps {
  /** Label, help, error and state, the same for every kind. */
  shared: object
  value: unknown
  set: (value: string) => void
  currency_id: unknown
  /** For unit prices, which have more decimals than their currency. */
  decimals?: number
}

/** The decimals of stored amounts, used until the format of the currency is known. */
const STORED_DECIMALS = 3

/** An amount, typed and shown in the reader's format of its currency; its value is a plain decimal. */
export function MoneyInput({ shared, value, set, currency_id, decimals }: MoneyInputProps) {
  const { marksOf, placesOf } = useMoney()
  const { language } = useFormat()
  const marks = marksOf(currency_id)
  const places = marks ? placesOf(currency_id) : STORED_DECIMALS
  return (
    <NumberField
      {...shared}
      {...(marks && { ...prefixAndSuffix(marks), marks: numberMarks(marks, language), isGrouped: true })}
      // A price shows the decimals entered, and never fewer than its currency.
      decimals={{ min: marks ? places : 0, max: decimals ?? places }}
      value={value}
      onChange={set}
    />
  )
}
