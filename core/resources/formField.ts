/** How a field of a form is filled in. */
export const INPUT_TYPES = [
  'text',
  'textarea',
  'number',
  'switch',
  'select',
  'date',
  'time',
  'datetime',
  'email',
  'url',
  'phone',
  'color',
] as const
export type InputType = (typeof INPUT_TYPES)[number]

/** A field of a form that a developer has put together. */
export interface FormField {
  /** The field of the table, where it is one of those. */
  field_id?: number | null | undefined
  name: string
  input_type: InputType
  /** Separated by a bar: `required`, `min:1`, `max:65`. */
  rules?: string | null | undefined
  min_len?: number | null | undefined
  max_len?: number | null | undefined
  default_value?: string | null | undefined
  comments?: string | null | undefined
}

/** The rules of a form's field, each by itself. */
export function rulesOf({ rules }: Pick<FormField, 'rules'>): string[] {
  return (rules ?? '')
    .split('|')
    .map((rule) => rule.trim())
    .filter(Boolean)
}
