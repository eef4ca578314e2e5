import { TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { countryOfId, countryOfIso } from '#core/platform/countries.ts'
import type { PhoneField } from '#core/resources/kinds/plainKinds.ts'
import type { FormValues } from '../issuesIn.ts'
import type { RecordForm } from '../useRecordForm.ts'

interface PhoneInputProps {
  /** Label, help, error and state, the same for every kind. */
  shared: object
  name: string
  field: PhoneField
  form: RecordForm
}

type Phones = typeof import('#core/platform/phone.ts')

/** A phone number, formatted by its country while it is typed. The formats are large, and fetched when the input gets the focus. */
export function PhoneInput({ shared, name, field, form }: PhoneInputProps) {
  const [phones, setPhones] = useState<Phones>()
  const input = useRef<HTMLInputElement>(null)
  const before = useRef<string>(undefined)
  // The text of the input, because the form may not have the last key yet.
  const formatTyped = useEffectEvent((fetched: Phones, { value }: HTMLInputElement) => {
    if (value !== before.current)
      form.set(typed(fetched, { ...form.values, [name]: '' }, name, field, { value, selectionEnd: null }))
  })
  // A number that was typed before the formats arrived.
  useEffect(() => {
    if (phones && input.current) formatTyped(phones, input.current)
  }, [phones])
  return (
    <TextInput
      {...shared}
      ref={input}
      type="tel"
      autoComplete="off"
      value={String(form.values[name] ?? '')}
      onFocus={({ currentTarget }) => {
        before.current ??= currentTarget.value
        // Without them a number stays as typed.
        import('#core/platform/phone.ts').then(setPhones, () => {})
      }}
      onChange={({ currentTarget }) =>
        form.set(
          phones ? typed(phones, form.values, name, field, currentTarget) : { [name]: currentTarget.value },
        )
      }
    />
  )
}

/** Formats while the user types at the end; a number with a plus sets its country. */
function typed(
  { parseAnyPhone, formatPhoneAsTyped }: Phones,
  values: FormValues,
  name: string,
  field: PhoneField,
  input: Pick<HTMLInputElement, 'value' | 'selectionEnd'>,
): FormValues {
  const before = String(values[name] ?? '')
  const { value, selectionEnd } = input
  const parsed = value.startsWith('+') ? parseAnyPhone(value) : undefined
  if (field.country && parsed?.country)
    return { ...countryValues(values, field.country, parsed.country), [name]: parsed.formatNational() }
  const isAtEnd = selectionEnd === null || selectionEnd === value.length
  const isLonger = value.length > before.length
  return { [name]: isAtEnd && isLonger ? formatPhoneAsTyped(value, countryIn(values, field.country)) : value }
}

/** The country field holds the number or the letters; a form with both sets them together. */
function countryValues(values: FormValues, field: string, iso2: string): FormValues {
  const country = countryOfIso(iso2)
  if (!country) return {}
  const both = { country_id: country.country_id, country_iso_2: country.country_iso_2 }
  return Object.fromEntries(Object.entries(both).filter(([name]) => name === field || name in values))
}

function countryIn(values: FormValues, field: string | undefined): string {
  const value = field === undefined ? 'US' : values[field]
  return Number.isInteger(value) ? (countryOfId(Number(value))?.country_iso_2 ?? 'US') : String(value ?? 'US')
}
