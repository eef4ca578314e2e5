import { NumberInput } from '@mantine/core'
import { figureMarks, signsAround } from '#core/platform/money.ts'
import { useMoney } from '#web/resources/useMoney.ts'

interface MoneyInputProps {
  /** Label, help, error and state, the same for every kind. */
  shared: object
  value: unknown
  set: (value: unknown) => void
  currency_id: unknown
}

/** What is stored of every amount, whatever its currency shows of it. */
const STORED_DECIMALS = 3

/** An amount, typed with the marks of its currency; what is kept is the plain decimal, digit by digit. */
export function MoneyInput({ shared, value, set, currency_id }: MoneyInputProps) {
  const { marksOf } = useMoney()
  const marks = marksOf(currency_id)
  const { decimal, thousands } = marks ? figureMarks(marks) : { decimal: '.', thousands: '' }
  const { prefix, suffix } = marks ? signsAround(marks) : { prefix: '', suffix: '' }
  return (
    <NumberInput
      {...shared}
      dir="ltr"
      hideControls
      allowLeadingZeros={false}
      decimalScale={STORED_DECIMALS}
      decimalSeparator={decimal}
      thousandSeparator={thousands}
      prefix={prefix}
      suffix={suffix}
      value={value == null ? '' : String(value)}
      onValueChange={(typed) => set(typed.value)}
    />
  )
}
