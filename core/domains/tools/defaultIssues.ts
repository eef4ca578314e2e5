import type { Issue } from '#core/platform/issue.ts'
import { issuesOf } from '#core/platform/schemaIssues.ts'
import { fieldFromUserField, type UserField } from '#core/resources/fields/userFields.ts'
import { valueSchema } from '#core/resources/schema.ts'
import { isEmpty } from './user_defined_fields.ts'

/**
 * A default must be a valid value of its field. Separate from the definition's `check`: every screen loads the definitions, and
 * few need the validation of arbitrary values.
 */
export function defaultIssues(record: Partial<UserField>): Issue[] {
  const { default_value, data_type = 'text' } = record
  if (isEmpty(default_value)) return []
  const isNumber = data_type === 'integer' || data_type === 'flag'
  const field = fieldFromUserField({ ...EMPTY, ...record, data_type, default_value: null })
  const parsed = valueSchema(field).safeParse(isNumber ? Number(default_value) : default_value)
  return parsed.success ? [] : issuesOf(parsed.error).map((issue) => ({ ...issue, field: 'default_value' }))
}

const EMPTY = {
  resource: '',
  name: '',
  label: '',
  label_es: null,
  help: null,
  help_es: null,
  is_required: 0,
  min_value: null,
  max_value: null,
  max_length: null,
  decimals: null,
  choices: null,
  in_list: 0,
  is_searchable: 0,
  is_filter: 0,
  staff_only: 0,
} satisfies Omit<UserField, 'data_type' | 'default_value'>
