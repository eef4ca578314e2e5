import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { marksOfLanguage, type NumberMarks, readNumber } from '#core/platform/numbers/readNumber.ts'
import { trimDecimalZeros } from '#web/platform/format/format.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

/** Prefix for text that is not a number: every rule rejects it, and the text stays. */
const UNREADABLE = '?'

export interface NumberFieldProps
  extends Omit<TextInputProps, 'value' | 'onChange' | 'inputMode' | 'type' | 'prefix'> {
  /** A plain decimal, or empty. */
  value: unknown
  /** Called with a plain decimal, '' if empty, or text that every rule rejects. */
  onChange: (plain: string) => void
  /** The number format of a currency; by default the format of the reader's language. */
  marks?: NumberMarks | undefined
  prefix?: string
  suffix?: string
  /** The minimum of decimals shown, and the maximum accepted. */
  decimals?: { min: number; max: number }
  isWhole?: boolean
  /** Whether figures are shown with group separators. */
  isGrouped?: boolean
}

/**
 * The one input for numbers. They are typed and pasted in the format of the reader's language ("1,824.66", "1.824,66") and
 * stored as a plain decimal. Text that is not a number in this format is an error at its field, and stays as typed.
 */
export function NumberField({
  value,
  onChange,
  marks: customMarks,
  prefix = '',
  suffix = '',
  decimals,
  isWhole = false,
  isGrouped = false,
  error,
  onBlur,
  ...props
}: NumberFieldProps) {
  const { t } = useTranslation()
  const { language } = useFormat()
  const [typed, setTyped] = useState<{ text: string; plain: string }>()
  const marks = customMarks ?? marksOfLanguage(language)
  const plain = String(value ?? '')
  // A form may hold the same number without its trailing zeros: "12.0" on the way to "12.05".
  const isTyping = typed !== undefined && (typed.plain === plain || isSameNumber(typed.plain, plain))
  const isWrong = plain.startsWith(UNREADABLE)
  const max = isWhole ? 0 : decimals?.max
  const bare = (text: string) =>
    [prefix, suffix].reduce((rest, sign) => rest.replace(sign.trim(), ''), text).replace(/\p{Sc}/gu, '')
  const read = (text: string) => {
    const number = readNumber(bare(text), marks)
    const hasTooMany = max !== undefined && decimalsOf(number ?? '') > max
    return number === undefined || hasTooMany ? `${UNREADABLE}${text}` : number
  }
  const write = () => {
    if (isWrong || plain === '') return plain.slice(isWrong ? 1 : 0)
    const [, sign = '', whole = '', part = ''] = /^(-?)(\d*)\.?(\d*)$/.exec(plain) ?? []
    const digits = isGrouped ? whole.replace(/\B(?=(\d{3})+$)/g, marks.thousands) : whole
    const shown = decimals ? part.replace(/0+$/, '').padEnd(decimals.min, '0') : part
    return `${sign}${prefix}${digits}${shown && marks.decimal}${shown}${suffix}`
  }
  const example = `1${marks.thousands}250${max === 0 ? '' : `${marks.decimal}${'5'.padEnd(Math.min(max ?? 1, 2), '0')}`}`
  return (
    <TextInput
      dir="ltr"
      autoComplete="off"
      inputMode={isWhole ? 'numeric' : hasKeyFor(marks) ? 'decimal' : 'text'}
      {...props}
      error={isWrong && !isTyping ? t('ui.no_number', { example }) : error}
      value={isTyping ? typed.text : write()}
      onChange={({ currentTarget: { value: text } }) => {
        const next = read(text)
        setTyped({ text, plain: next })
        onChange(next)
      }}
      onBlur={(event) => {
        setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}

/** Whether the number keyboard of this phone has the decimal mark of the reader's language. */
function hasKeyFor({ decimal }: NumberMarks): boolean {
  return marksOfLanguage(navigator.language).decimal === decimal
}

function isSameNumber(one: string, other: string): boolean {
  return one !== '' && other !== '' && Number(one) === Number(other)
}

function decimalsOf(plain: string): number {
  return trimDecimalZeros(plain).split('.')[1]?.length ?? 0
}
