import { PasswordInput, Skeleton, Switch } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { currencyKeyOf } from '#core/resources/currencyKey.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import { titleKey } from '#core/resources/titleKey.ts'
import { CountryInput } from '#web/resources/form/CountryInput.tsx'
import { MoneyInput } from '#web/resources/form/MoneyInput.tsx'
import { OptionInput } from '#web/resources/form/OptionInput.tsx'
import { PhoneInput } from '#web/resources/form/PhoneInput.tsx'
import { RouteInput } from '#web/resources/form/RouteInput.tsx'
import { TypedInput } from '#web/resources/form/TypedInput.tsx'
import { UsernameInput } from '#web/resources/form/UsernameInput.tsx'
import { WordListInput } from '#web/resources/form/WordListInput.tsx'
import { useChoices } from '#web/resources/useChoices.ts'
import { useMaySelect } from '#web/resources/useMaySelect.ts'
import { MultiSelectInput } from './MultiSelectInput.tsx'
import { SelectInput } from './SelectInput.tsx'
import type { RecordForm } from './useRecordForm.ts'

/** The editor is large, and few people write. */
const RichTextInput = lazy(() => import('./RichTextInput.tsx').then((m) => ({ default: m.RichTextInput })))

interface RecordInputProps {
  resource: Resource
  name: string
  form: RecordForm
  /** The kind of record that a reference leads to. */
  to?: Resource
  isReadOnly?: boolean
}

/** The input of a field: its label, its unit, its help and what is wrong with it, as its definition says. */
export function RecordInput({ resource, name, form, to, isReadOnly }: RecordInputProps) {
  const { t, i18n } = useTranslation()
  const field = resource.fields[name]!
  const help = `records.${resource.name}.help.${name}`
  const shared = {
    label: t(`records.${resource.name}.fields.${name}`),
    description: field.note ?? (i18n.exists(help) ? t(help) : undefined),
    error: form.errors[name],
    withAsterisk: field.required === true,
    disabled: isReadOnly,
    'data-field': name,
  }
  const value = form.values[name]
  const set = (next: unknown) => form.set({ [name]: next })
  if (hasCountry(field)) {
    const by = field.kind === 'integer' ? 'country_id' : 'country_iso_3'
    return <CountryInput {...{ shared, by, value, set }} isRequired={field.required === true} />
  }
  switch (field.kind) {
    case 'flag':
      return (
        <Switch
          label={shared.label}
          description={shared.description}
          disabled={isReadOnly}
          checked={value === 1}
          onChange={(event) => set(event.currentTarget.checked ? 1 : 0)}
          data-field={name}
        />
      )
    case 'choice':
      return (
        <SelectInput
          {...shared}
          clearable={!field.required && field.default === undefined}
          value={chosenOf(value)}
          data={field.of.map((one) => ({
            value: String(one),
            label: t(`records.${resource.name}.choices.${name}.${one}`, String(one)),
          }))}
          onChange={(next) => set(next !== null && typeof field.of[0] === 'number' ? Number(next) : next)}
        />
      )
    case 'money':
      return (
        <MoneyInput {...{ shared, value, set }} currency_id={form.values[currencyKeyOf(resource, name)]} />
      )
    case 'option':
      return <OptionInput {...{ shared, field, value, set }} />
    case 'json':
      if (field.to) return <ListedInput {...{ shared, to, value, set, resource }} />
      return field.of ? (
        <MultiSelectInput
          {...shared}
          clearable
          searchable
          value={Array.isArray(value) ? (value as string[]) : []}
          data={field.of.map((one) => ({
            value: one,
            label: t(`records.${resource.name}.choices.${name}.${one}`, String(one)),
          }))}
          onChange={set}
        />
      ) : (
        <TypedInput {...{ shared, field, value, set }} />
      )
    case 'reference':
      return (
        <ReferenceInput
          {...{ shared, to, value, set, resource }}
          isRequired={field.required === true}
          saved={{ value: form.first[name], title: form.first[titleKey(name)] }}
        />
      )
    case 'secret':
      return <SecretInput {...{ shared, name, form }} />
    case 'phone':
      return <PhoneInput {...{ shared, name, field, form }} />
    default:
      if (field.kind === 'text' && field.format === 'piped') {
        const names = `records.${resource.name}.suggestions.${name}`
        return <WordListInput {...{ shared, field, names, value, set }} />
      }
      if (field.kind === 'text' && field.format === 'route')
        return <RouteInput {...{ shared, set }} value={String(value ?? '')} />
      if (field.kind === 'text' && field.format === 'username') {
        const own = String(form.first[name] ?? '')
        return <UsernameInput {...{ shared, own, set }} value={String(value ?? '')} />
      }
      if (field.kind === 'text' && field.format === 'rich') {
        return (
          <Suspense fallback={<Skeleton h={260} />}>
            <RichTextInput {...shared} value={String(value ?? '')} onChange={set} />
          </Suspense>
        )
      }
      return <TypedInput {...{ shared, field, value, set }} />
  }
}

/** Several records of a kind. */
function ListedInput({ to, ...props }: ListedInputProps) {
  return to ? <SeveralInput to={to} {...props} /> : null
}

function SeveralInput({ shared, to, value, set, resource }: ListedInputProps & { to: Resource }) {
  const chosen = Array.isArray(value) ? value.map(String) : []
  const choices = useChoices(to, useMaySelect()(to, resource), chosen)
  return (
    <MultiSelectInput
      {...shared}
      {...choices}
      searchable
      clearable
      limit={100}
      hidePickedOptions
      value={chosen}
      onChange={(ids) => set(ids.map(Number))}
    />
  )
}

/** Told by an id or by three letters, a country is chosen by its name. */
function hasCountry(field: Field): boolean {
  return (field.kind === 'integer' || field.kind === 'text') && field.country === true
}

interface SecretInputProps {
  shared: { label: string }
  name: string
  form: RecordForm
}

/** A new secret, and once more what was meant. */
function SecretInput({ shared, name, form }: SecretInputProps) {
  const { t } = useTranslation()
  const second = `confirm_${name}`
  const input = (field: string) => ({
    autoComplete: 'new-password',
    value: String(form.values[field] ?? ''),
    onChange: (event: { currentTarget: { value: string } }) =>
      form.set({ [field]: event.currentTarget.value }),
  })
  return (
    <>
      <PasswordInput {...shared} {...input(name)} />
      {second in form.values && (
        <PasswordInput
          {...shared}
          description={undefined}
          label={t('resources.once_more', { field: shared.label })}
          error={form.errors[second]}
          data-field={second}
          {...input(second)}
        />
      )}
    </>
  )
}

interface ListedInputProps {
  shared: object
  resource: Resource
  to: Resource | undefined
  value: unknown
  set: (value: unknown) => void
}

interface ReferenceInputProps extends ListedInputProps {
  isRequired: boolean
  /** What the record names now: it keeps its name where it can no longer be chosen, or not by everybody. */
  saved: { value: unknown; title: unknown }
}

function ReferenceInput({ to, ...props }: ReferenceInputProps) {
  return to ? <OptionsInput to={to} {...props} /> : null
}

function OptionsInput({
  shared,
  resource,
  to,
  value,
  set,
  isRequired,
  saved,
}: ReferenceInputProps & { to: Resource }) {
  const chosen = chosenOf(value)
  const choices = useChoices(to, useMaySelect()(to, resource), chosen === null ? [] : [chosen])
  const named = saved.title ? { value: String(saved.value), label: String(saved.title) } : null
  const isKnown = !named || choices.data.some((one) => one.value === named.value)
  return (
    <SelectInput
      {...shared}
      {...choices}
      data={isKnown ? choices.data : [named, ...choices.data]}
      searchable
      clearable={!isRequired}
      value={chosen}
      onChange={(next) => set(next === null ? null : Number(next))}
    />
  )
}

/** What a drop-down shows as chosen: a form that starts empty has no text there, and then there is nothing to clear. */
function chosenOf(value: unknown): string | null {
  return value == null || value === '' ? null : String(value)
}
