/** Input types of a form's field. */
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

/** A field of a form that a developer designed. */
export interface FormField {
  /** The field of the table, if it is one. */
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

/** The rules of a form's field as a list. */
export function rulesOf({ rules }: Pick<FormField, 'rules'>): string[] {
  return (rules ?? '')
    .split('|')
    .map((rule) => rule.trim())
    .filter(Boolean)
}
