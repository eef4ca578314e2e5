import type { Resource } from '#core/resources/definition.ts'
import { fieldOf } from '#core/resources/definition.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { inputOf } from '../inputs/fieldInputs.tsx'
import type { RecordForm } from '../useRecordForm.ts'

interface RecordInputProps {
  resource: Resource
  name: string
  form: RecordForm
  /** The kind of record that a reference points to. */
  to?: Resource
  /** Replaces the label and help of the definition. */
  label?: string
  /** Replaces the help of the definition. */
  description?: string | undefined
  isReadOnly?: boolean
}

/** The input of a field with label, unit, help and error, by its definition. */
export function RecordInput({ resource, name, form, to, label, description, isReadOnly }: RecordInputProps) {
  const { t, i18n } = useTranslation()
  const field = fieldOf(resource, name)
  const help = `records.${resource.name}.help.${name}`
  const shared = {
    label: label ?? t(`records.${resource.name}.fields.${name}`),
    description:
      description ?? field.note ?? (label === undefined && i18n.exists(help) ? t(help) : undefined),
    error: form.errors[name],
    withAsterisk: field.required === true,
    disabled: isReadOnly,
    'data-field': name,
  }
  const Input = inputOf(field)
  const set = (next: unknown) => form.set({ [name]: next })
  return <Input {...{ shared, resource, name, field, form, set, to }} value={form.values[name]} />
}
