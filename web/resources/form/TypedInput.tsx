import { ColorInput, TagsInput, Text, Textarea, TextInput } from '@mantine/core'
import { TimePicker } from '@mantine/dates'
import type { HTMLInputTypeAttribute } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field } from '#core/resources/field.ts'
import { fromZoned, toZoned } from '#web/platform/format.ts'
import { useFormat } from '#web/platform/useFormat.ts'
import { ScannableInput } from './ScannableInput.tsx'
import { SelectInput } from './SelectInput.tsx'

interface PlainInputProps {
  /** Label, help, error and state, the same for every kind. */
  shared: object
  field: Field
  value: unknown
  set: (value: unknown) => void
}

/** The input of a field whose value is typed rather than chosen. */
export function TypedInput({ shared, field, value, set }: PlainInputProps) {
  const { t } = useTranslation()
  const text = {
    ...shared,
    ...asWritten(value),
    onChange: (event: { currentTarget: { value: string } }) => set(event.currentTarget.value),
  }
  switch (field.kind) {
    case 'text':
      return <TextKindInput {...{ shared, field, value, set }} />
    case 'time':
      return (
        <TimePicker
          {...shared}
          format="24h"
          clearable={!field.required}
          hoursInputLabel={t('resources.hours')}
          minutesInputLabel={t('resources.minutes')}
          value={text.value}
          onChange={set}
        />
      )
    case 'instant':
      return <InstantInput {...{ shared, field, value, set }} />
    case 'json':
      return field.shape === 'names' ? (
        <TagsInput {...shared} value={Array.isArray(value) ? (value as string[]) : []} onChange={set} />
      ) : null
    case 'formula':
      return <Textarea {...text} autosize ff="monospace" spellCheck={false} />
    case 'image':
      return null
    default:
      return <TextInput {...text} {...typedAs(field)} {...withUnitOf(field, t)} />
  }
}

/** In a page that is read from the right a path, a formula or a minus sign keeps the order it was written in. */
function asWritten(value: unknown): { value: string; dir?: 'auto' } {
  return value == null || value === '' ? { value: '' } : { value: String(value), dir: 'auto' }
}

function TextKindInput({ shared, field, value, set }: PlainInputProps) {
  const text = value == null ? '' : String(value)
  const format = field.kind === 'text' ? field.format : undefined
  const onChange = (event: { currentTarget: { value: string } }) => set(event.currentTarget.value)
  if (format === 'color')
    return <ColorInput {...shared} format="hex" withEyeDropper={false} value={text} onChange={set} />
  if (format === 'time_zone') {
    return <SelectInput {...shared} searchable data={timeZones(text)} value={text || null} onChange={set} />
  }
  if (field.kind === 'text' && field.multiline) {
    return (
      <Textarea {...shared} autosize minRows={3} maxRows={20} {...asWritten(value)} onChange={onChange} />
    )
  }
  if (field.kind === 'text' && field.scanned) return <ScannableInput {...{ shared, set }} value={text} />
  return <TextInput {...shared} {...typedAs(field)} {...asWritten(value)} onChange={onChange} />
}

/** A moment, typed as the clock shows it in the user's time zone. */
function InstantInput({ shared, value, set }: PlainInputProps) {
  const { timeZone } = useFormat()
  return (
    <TextInput
      {...shared}
      type="datetime-local"
      value={value ? toZoned(String(value), timeZone).replace(' ', 'T') : ''}
      onChange={({ currentTarget }) =>
        set(currentTarget.value ? fromZoned(currentTarget.value, timeZone) : '')
      }
    />
  )
}

interface Typed {
  type?: HTMLInputTypeAttribute
  inputMode?: 'decimal' | 'numeric'
  spellCheck?: false
}

/** What a phone's keyboard should offer; none of these types makes the browser complain by itself. */
function typedAs(field: Field): Typed {
  switch (field.kind) {
    case 'date':
      return { type: 'date' }
    case 'integer':
      return { inputMode: 'numeric' }
    case 'decimal':
    case 'money':
      return { inputMode: 'decimal' }
    case 'text':
      if (field.format === 'email' || field.format === 'url') return { type: field.format, spellCheck: false }
      return field.format ? { spellCheck: false } : {}
    default:
      return {}
  }
}

function withUnitOf(field: Field, t: (key: string) => string): object {
  if (!field.unit) return {}
  return {
    rightSection: (
      <Text size="xs" pe="xs">
        {t(`units.${field.unit}`)}
      </Text>
    ),
    rightSectionWidth: 56,
    rightSectionPointerEvents: 'none',
  }
}

/** The runtime's zones, and the one that is chosen even where the runtime calls it by another name. */
function timeZones(chosen: string): string[] {
  const known = Intl.supportedValuesOf('timeZone')
  return chosen === '' || known.includes(chosen) ? known : [chosen, ...known]
}
