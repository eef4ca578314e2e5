import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { numberMarks, prefixAndSuffix } from '#core/platform/money.ts'
import { trimDecimalZeros } from '#web/platform/format.ts'
import { useFormat } from '#web/platform/useFormat.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'

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

/** An amount, typed and shown as its reader writes amounts of its currency; what is kept is the plain decimal. */
export function MoneyInput({ shared, value, set, currency_id, decimals }: MoneyInputProps) {
  const { marksOf, placesOf } = useMoney()
  const { language } = useFormat()
  const [isTyping, setTyping] = useState(false)
  const marks = marksOf(currency_id)
  const { decimal, thousands } = marks ? numberMarks(marks, language) : { decimal: '.', thousands: '' }
  const { prefix, suffix } = marks ? prefixAndSuffix(marks) : { prefix: '', suffix: '' }
  const places = marks ? placesOf(currency_id) : STORED_DECIMALS
  const most = decimals ?? places
  // A price has the decimals it was given, and never fewer than its currency.
  const shown = Math.min(Math.max(places, decimalsIn(value)), most)
  const isWritten = marks !== undefined && !isTyping
  return (
    <NumberInput
      {...shared}
      dir="ltr"
      hideControls
      allowLeadingZeros={false}
      // The zeros stand in the value: a limit of the decimals that are shown would cut what is pasted over them.
      decimalScale={most}
      decimalSeparator={decimal}
      thousandSeparator={thousands}
      prefix={prefix}
      suffix={suffix}
      value={isWritten ? withZeros(value, shown) : String(value ?? '')}
      onBlur={() => setTyping(false)}
      onValueChange={(typed, { source }) => {
        if (source !== 'event') return
        // Not from the focus on: what is selected then would lose its selection, and be typed to instead of over.
        setTyping(true)
        set(isTyping ? typed.value : trimDecimalZeros(typed.value))
      }}
    />
  )
}

function decimalsIn(value: unknown): number {
  return trimDecimalZeros(String(value ?? '')).split('.')[1]?.length ?? 0
}

/** A plain decimal with zeros up to so many decimals. */
function withZeros(value: unknown, decimals: number): string {
  const [whole, part = ''] = trimDecimalZeros(String(value ?? '')).split('.') as [string, string?]
  return whole === '' || decimals === 0 ? whole : `${whole}.${part.padEnd(decimals, '0')}`
}
