import type { Resource } from './definition.ts'
import type { Field } from './field.ts'
import { type FormField, rulesOf } from './formField.ts'

/** Some fields of a form under a heading; the form's own first ones have none. */
export interface FormSection {
  name: string
  title: string | null
  fields: readonly string[]
}

/**
 * A kind of record as a form asks for it: the form's fields in its order, each narrowed by the form's own rules. What
 * the kind asks of a field stays: the record is saved by the kind's own call.
 */
export function formResource<R extends Resource>(
  kind: R,
  fields: readonly FormField[],
  sections: readonly FormSection[] = [
    { name: 'details', title: null, fields: fields.map(({ name }) => name) },
  ],
): R {
  const known = fields.filter(({ name }) => kind.fields[name] && !kind.fields[name].computed)
  const narrowed = known.map((one) => [one.name, narrow(kind.fields[one.name]!, one)] as const)
  const isKnown = (name: string) => known.some((one) => one.name === name)
  return {
    ...kind,
    fields: { ...kind.fields, ...Object.fromEntries(narrowed) },
    form: sections.map(({ name, fields: names }) => ({ section: name, fields: names.filter(isKnown) })),
  } as R
}

function narrow(field: Field, form: FormField): Field {
  const isRequired = field.required || rulesOf(form).includes('required')
  const standard = form.default_value == null ? {} : { default: standardOf(field, form.default_value) }
  const common = {
    ...(isRequired && { required: true as const }),
    ...standard,
    ...(form.comments && { note: form.comments }),
  }
  if (field.kind !== 'text') return { ...field, ...common }
  return {
    ...field,
    ...common,
    ...(form.min_len != null && { min: Math.max(form.min_len, field.min ?? 0) }),
    ...(form.max_len != null && { max: Math.min(form.max_len, field.max) }),
    ...(form.input_type === 'textarea' && { multiline: true as const }),
  }
}

function standardOf(field: Field, value: string): string | number {
  const isNumber =
    ['integer', 'flag', 'reference'].includes(field.kind) ||
    (field.kind === 'choice' && typeof field.of[0] === 'number')
  return isNumber ? Number(value) : value
}
