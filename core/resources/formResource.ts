import { fieldOf } from '#core/resources/definition.ts'
import type { Resource } from './definition.ts'
import type { Field } from './field.ts'
import { type FormField, rulesOf } from './fields/formField.ts'
import { isNumber } from './fields/isNumeric.ts'
import { factsOf } from './kinds/kindFacts.ts'

/** Fields of a form under a heading; the first section has none. */
export interface FormSection {
  name: string
  title: string | null
  fields: readonly string[]
}

/**
 * A kind of record as shown by a form: the form's fields in its order, each narrowed by the form's rules. The rules of the kind
 * still apply, as its own call saves the record.
 */
export function formResource<R extends Resource>(
  kind: R,
  fields: readonly FormField[],
  sections: readonly FormSection[] = [
    { name: 'details', title: null, fields: fields.map(({ name }) => name) },
  ],
): R {
  const known = fields.filter(({ name }) => kind.fields[name] && !kind.fields[name].computed)
  const narrowed = known.map((item) => [item.name, narrow(fieldOf(kind, item.name), item)] as const)
  const isKnown = (name: string) => known.some((item) => item.name === name)
  return {
    ...kind,
    fields: { ...kind.fields, ...Object.fromEntries(narrowed) },
    form: sections.map(({ name, fields: names }) => ({ section: name, fields: names.filter(isKnown) })),
  }
}

function narrow(field: Field, form: FormField): Field {
  const isRequired = field.required || rulesOf(form).includes('required')
  const standard = form.default_value == null ? {} : { default: standardOf(field, form.default_value) }
  const common = {
    ...(isRequired && { required: true as const }),
    ...standard,
    ...(form.comments && { note: form.comments }),
  }
  const { narrow, mayHaveLines } = factsOf(field)
  const narrowed = narrow?.({ ...field, ...common }, form) ?? { ...field, ...common }
  // Kinds that can change to another kind only have properties that the other kind knows.
  const isLong = form.input_type === 'textarea' && mayHaveLines?.(field)
  return isLong ? ({ ...narrowed, kind: 'long_text' } as Field) : narrowed
}

function standardOf(field: Field, value: string): string | number {
  return isNumber(field) ? Number(value) : value
}
