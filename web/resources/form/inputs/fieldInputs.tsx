import { Skeleton, Textarea } from '@mantine/core'
import { type ComponentType, lazy, Suspense } from 'react'
import { PRICE_DECIMALS } from '#core/platform/numbers/money.ts'
import type { Field, FieldKind, FieldsByKind } from '#core/resources/field.ts'
import { currencyKeyOf } from '#core/resources/fields/currencyKey.ts'
import { formatOf } from '#core/resources/fields/formatOf.ts'
import { isUnitPrice } from '#core/resources/fields/isUnitPrice.ts'
import type { TextFormat } from '#core/resources/kinds/textFormats.ts'
import type { TextField } from '#core/resources/kinds/textKinds.ts'
import { ChoiceInput, ChoicesInput } from '../selects/ChoiceInput.tsx'
import { CountryInput } from '../selects/CountryInput.tsx'
import { OptionInput } from '../selects/OptionInput.tsx'
import { ReferenceInput } from '../selects/ReferenceInput.tsx'
import { ReferencesInput } from '../selects/ReferencesInput.tsx'
import type { FieldInput, InputProps } from './inputProps.ts'
import { MeasuredInput } from './MeasuredInput.tsx'
import { MoneyInput } from './MoneyInput.tsx'
import { PhoneInput } from './PhoneInput.tsx'
import { FlagInput, InstantInput, LongTextInput, TypedInput } from './plainInputs.tsx'
import { RouteInput } from './RouteInput.tsx'
import { ScannableInput } from './ScannableInput.tsx'
import { SecretInput } from './SecretInput.tsx'
import { UsernameInput } from './UsernameInput.tsx'
import { WordListInput } from './WordListInput.tsx'
import { writtenText } from './writtenText.ts'

/** The editor is large, and few users write. */
const RichTextInput = lazy(() => import('./RichTextInput.tsx').then((m) => ({ default: m.RichTextInput })))

/** The input of every format of a text; a missing one does not compile. */
const formatInputs: { [K in TextFormat]: FieldInput<TextField> } = {
  email: (props) => <TypedInput {...props} as={{ type: 'email', spellCheck: false }} />,
  url: (props) => <TypedInput {...props} as={{ type: 'url', spellCheck: false }} />,
  username: ({ shared, name, form, value, set }) => (
    <UsernameInput {...{ shared, set }} own={textIn(form.first[name])} value={textIn(value)} />
  ),
  slug: (props) => <TypedInput {...props} as={{ spellCheck: false }} />,
  color: fetched(() => import('./HexColorInput.tsx').then((m) => m.HexColorInput)),
  time_zone: fetched(() => import('./TimeZoneInput.tsx').then((m) => m.TimeZoneInput)),
  route: ({ shared, value, set }) => <RouteInput {...{ shared, set }} value={textIn(value)} />,
  public_id: ({ shared, value, set }) => <ScannableInput {...{ shared, set }} value={textIn(value)} />,
  scanned_code: ({ shared, value, set }) => <ScannableInput {...{ shared, set }} value={textIn(value)} />,
  country_code: (props) => (
    <CountryInput {...props} by="country_iso_3" isRequired={props.field.required === true} />
  ),
  rich_text: ({ shared, value, set }) => (
    <Suspense fallback={<Skeleton h={260} />}>
      <RichTextInput {...shared} value={textIn(value)} onChange={set} />
    </Suspense>
  ),
}

/**
 * The input of every kind of field; a missing one does not compile. Separate from the rest of the kinds because lists and the
 * dashboard do not need them.
 */
const fieldInputs: { [K in FieldKind]: FieldInput<FieldsByKind[K]> } = {
  text: TypedInput,
  long_text: LongTextInput,
  word_list: ({ resource, name, ...props }) => (
    <WordListInput {...props} names={`records.${resource.name}.suggestions.${name}`} />
  ),
  integer: (props) => <MeasuredInput {...props} isWhole />,
  country: (props) => <CountryInput {...props} by="country_id" isRequired={props.field.required === true} />,
  decimal: MeasuredInput,
  money: ({ resource, name, form, ...props }) => (
    <MoneyInput
      {...props}
      currency_id={form.values[currencyKeyOf(resource, name)]}
      {...(isUnitPrice(resource.fields[name]) && { decimals: PRICE_DECIMALS })}
    />
  ),
  flag: FlagInput,
  date_passed: NoInput,
  date: (props) => <TypedInput {...props} as={{ type: 'date' }} />,
  instant: InstantInput,
  time: fetched(() => import('./TimeInput.tsx').then((m) => m.TimeInput)),
  choice: ChoiceInput,
  option: OptionInput,
  reference: ReferenceInput,
  phone: PhoneInput,
  image: NoInput,
  secret: SecretInput,
  references: ReferencesInput,
  choices: ChoicesInput,
  name_list: fetched(() => import('./NameListInput.tsx').then((m) => m.NameListInput)),
  week_windows: fetched(() => import('./WeekWindowsInput.tsx').then((m) => m.WeekWindowsInput), 120),
  rows: NoInput,
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
export function inputOf(field: Field): FieldInput<Field> {
  const format = formatOf(field)
  return format ? formatInputs[format] : fieldInputs[field.kind]
}

/** An input that few forms have: fetched when it is first shown, into a place of that height, px. */
function fetched<F extends Field, V>(
  load: () => Promise<ComponentType<InputProps<F, V>>>,
  height = 60,
): FieldInput<F> {
  const Input = lazy(async () => ({ default: await load() }))
  return (props: InputProps<F, V>) => (
    <Suspense fallback={<Skeleton h={height} />}>
      <Input {...props} />
    </Suspense>
  )
}

function textIn(value: unknown): string {
  return value == null ? '' : String(value)
}

/** For fields that have their own screen, or are set by the server alone. */
function NoInput() {
  return null
}
