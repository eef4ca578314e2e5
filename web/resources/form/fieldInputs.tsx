import { ColorInput, Skeleton, TagsInput, Textarea } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { currencyKeyOf } from '#core/resources/currencyKey.ts'
import type { Field, FieldKind, FieldsByKind } from '#core/resources/field.ts'
import type { TextField } from '#core/resources/kinds/text.ts'
import { ChoiceInput } from './ChoiceInput.tsx'
import { ChoicesInput } from './ChoicesInput.tsx'
import { CountryInput } from './CountryInput.tsx'
import { FlagInput } from './FlagInput.tsx'
import { InstantInput } from './InstantInput.tsx'
import type { FieldInput, InputProps } from './inputProps.ts'
import { LongTextInput } from './LongTextInput.tsx'
import { MoneyInput } from './MoneyInput.tsx'
import { OptionInput } from './OptionInput.tsx'
import { PhoneInput } from './PhoneInput.tsx'
import { ReferenceInput } from './ReferenceInput.tsx'
import { ReferencesInput } from './ReferencesInput.tsx'
import { RouteInput } from './RouteInput.tsx'
import { ScannableInput } from './ScannableInput.tsx'
import { SecretInput } from './SecretInput.tsx'
import { TimeInput } from './TimeInput.tsx'
import { TimeZoneInput } from './TimeZoneInput.tsx'
import { TypedInput } from './TypedInput.tsx'
import { UsernameInput } from './UsernameInput.tsx'
import { WordListInput } from './WordListInput.tsx'
import { writtenText } from './writtenText.ts'

/** The editor is large, and few people write. */
const RichTextInput = lazy(() => import('./RichTextInput.tsx').then((m) => ({ default: m.RichTextInput })))

/**
 * The input of every kind of field; what is missing does not compile. They stand apart from the rest of their kinds
 * because lists and the dashboard do without them.
 */
const fieldInputs: { [K in FieldKind]: FieldInput<FieldsByKind[K]> } = {
  text: TextKindInput,
  integer: (props) =>
    props.field.country ? (
      <CountryInput {...props} by="country_id" isRequired={props.field.required === true} />
    ) : (
      <TypedInput {...props} as={{ inputMode: 'numeric' }} />
    ),
  decimal: (props) => <TypedInput {...props} as={{ inputMode: 'decimal' }} />,
  money: ({ resource, name, form, ...props }) => (
    <MoneyInput {...props} currency_id={form.values[currencyKeyOf(resource, name)]} />
  ),
  flag: FlagInput,
  date: (props) => <TypedInput {...props} as={{ type: 'date' }} />,
  instant: InstantInput,
  time: TimeInput,
  choice: ChoiceInput,
  option: OptionInput,
  reference: ReferenceInput,
  phone: PhoneInput,
  image: () => null,
  secret: SecretInput,
  json: (props) => {
    const { shared, field, value, set } = props
    if (field.to) return <ReferencesInput {...props} />
    if (field.of) return <ChoicesInput {...props} of={field.of} />
    return field.shape === 'names' ? (
      <TagsInput {...shared} value={Array.isArray(value) ? (value as string[]) : []} onChange={set} />
    ) : null
  },
  formula: ({ shared, value, set }) => (
    <Textarea
      {...shared}
      {...writtenText(value)}
      onChange={(event) => set(event.currentTarget.value)}
      autosize
      ff="monospace"
      spellCheck={false}
    />
  ),
}

/** The input of a field. */
export function inputOf({ kind }: Field): FieldInput<Field> {
  return fieldInputs[kind]
}

function TextKindInput(props: InputProps<TextField>) {
  const { shared, resource, name, field, form, value, set } = props
  const text = value == null ? '' : String(value)
  if (field.country)
    return <CountryInput {...props} by="country_iso_3" isRequired={field.required === true} />
  if (field.format === 'piped') {
    const names = `records.${resource.name}.suggestions.${name}`
    return <WordListInput {...{ shared, field, names, value, set }} />
  }
  if (field.format === 'route') return <RouteInput {...{ shared, set }} value={text} />
  if (field.format === 'username')
    return <UsernameInput {...{ shared, set }} own={String(form.first[name] ?? '')} value={text} />
  if (field.format === 'rich')
    return (
      <Suspense fallback={<Skeleton h={260} />}>
        <RichTextInput {...shared} value={text} onChange={set} />
      </Suspense>
    )
  if (field.format === 'color')
    return <ColorInput {...shared} format="hex" withEyeDropper={false} value={text} onChange={set} />
  if (field.format === 'time_zone') return <TimeZoneInput {...props} />
  if (field.multiline) return <LongTextInput {...props} />
  if (field.scanned) return <ScannableInput {...{ shared, set }} value={text} />
  if (field.format === 'email' || field.format === 'url')
    return <TypedInput {...props} as={{ type: field.format, spellCheck: false }} />
  return <TypedInput {...props} as={field.format ? { spellCheck: false } : {}} />
}
