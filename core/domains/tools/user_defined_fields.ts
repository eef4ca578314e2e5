import type { Issue } from '#core/platform/issue.ts'
import { STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import {
  CHOICE_LENGTH,
  DATA_TYPES,
  USER_DEFINED_FIELDS,
  type UserField,
} from '#core/resources/fields/userFields.ts'

/** Kinds of record that can have user-defined fields: their tables have a column for the values. */
export const EXTENSIBLE_KINDS = [
  'customers',
  'distributors',
  'manufacturers',
  'shipping_carriers',
  'vendors',
  'sites',
  'devices',
  'device_ports',
  'tags',
  'people',
  'departments',
  'tank_products',
  'tank_manufacturers',
  'tank_specs',
  'tanker_trucks',
  'transaction_documents',
  'shipment_planners',
  'work_orders',
  'subscriptions',
  'bank_accounts',
  'chart_of_accounts',
  'payment_terms',
] as const

/** A field that this installation adds to a kind of record. */
export const user_defined_fields = defineResource({
  name: USER_DEFINED_FIELDS,
  single: 'user_defined_field',
  id: 'field_id',
  module: 'configuration',
  loginTypes: STAFF,
  scope: 'shared',
  staysSmall: true,
  fields: {
    resource: { kind: 'choice', required: true, of: EXTENSIBLE_KINDS },
    name: { kind: 'text', format: 'slug', required: true, max: 55 },
    label: { kind: 'text', required: true, max: 65 },
    label_es: { kind: 'text', max: 65 },
    data_type: { kind: 'choice', required: true, default: 'text', of: DATA_TYPES },
    choices: { kind: 'name_list' },
    help: { kind: 'text', max: 255 },
    help_es: { kind: 'text', max: 255 },
    is_required: { kind: 'flag', required: true, default: 0 },
    default_value: { kind: 'text', max: 255 },
    max_length: { kind: 'integer', min: 1, max: 2000 },
    decimals: { kind: 'integer', min: 0, max: 6 },
    min_value: { kind: 'decimal', digits: 18, scale: 6 },
    max_value: { kind: 'decimal', digits: 18, scale: 6 },
    in_list: { kind: 'flag', required: true, default: 0 },
    is_searchable: { kind: 'flag', required: true, default: 0 },
    is_filter: { kind: 'flag', required: true, default: 0 },
    staff_only: { kind: 'flag', required: true, default: 0 },
    sort_order: { kind: 'integer', required: true, default: 0, min: 0, max: 9999 },
    is_active: { kind: 'flag', required: true, default: 1 },
  },
  title: 'label',
  matchBy: [['name', 'resource']],
  list: ['resource', 'label', 'name', 'data_type', 'is_required', 'in_list', 'sort_order', 'is_active'],
  search: ['label', 'label_es', 'name'],
  filters: { resource: null, data_type: null, is_active: 1 },
  sort: 'sort_order',
  form: [
    { section: 'field', fields: ['resource', 'name', 'data_type', 'choices'] },
    { section: 'words', fields: ['label', 'label_es', 'help', 'help_es'] },
    {
      section: 'rules',
      fields: ['is_required', 'default_value', 'max_length', 'decimals', 'min_value', 'max_value'],
    },
    {
      section: 'use',
      fields: ['in_list', 'is_searchable', 'is_filter', 'staff_only', 'sort_order', 'is_active'],
    },
  ],
  archive: { is_active: 0 },
  check: (record) => issuesIn(record),
})

/** Properties by data type, in addition to the common ones. */
const TAKES: Readonly<Record<string, readonly string[]>> = {
  max_length: ['text', 'long_text'],
  decimals: ['decimal'],
  min_value: ['integer', 'decimal'],
  max_value: ['integer', 'decimal'],
  choices: ['choice'],
}
/** Users who may not see a value must not find it by search, nor be offered it. */
const NOT_WITH_STAFF_ONLY = ['is_required', 'in_list', 'is_searchable', 'is_filter'] as const
const SEARCHABLE = ['text', 'long_text', 'email', 'url', 'choice']

function issuesIn(record: Partial<UserField>): Issue[] {
  const { data_type = 'text', choices, min_value, max_value } = record
  const values: Readonly<Record<string, unknown>> = record
  const foreign = Object.entries(TAKES)
    .filter(([name, types]) => !isEmpty(values[name]) && !types.includes(data_type))
    .map(([field]): Issue => ({ field, rule: 'not_of_type' }))
  const ofStaff = NOT_WITH_STAFF_ONLY.filter((name) => record.staff_only === 1 && record[name] === 1)
  const issues = [...foreign, ...ofStaff.map((field): Issue => ({ field, rule: 'not_with_staff_only' }))]
  if (data_type === 'choice') issues.push(...choiceIssues(choices ?? []))
  if (record.is_searchable === 1 && !SEARCHABLE.includes(data_type))
    issues.push({ field: 'is_searchable', rule: 'not_of_type' })
  if (!isEmpty(min_value) && !isEmpty(max_value) && Number(min_value) > Number(max_value))
    issues.push({ field: 'min_value', rule: 'too_high' })
  return issues
}

function choiceIssues(choices: readonly string[]): Issue[] {
  if (choices.length === 0) return [{ field: 'choices', rule: 'required' }]
  if (choices.some((choice) => choice.length > CHOICE_LENGTH)) return [{ field: 'choices', rule: 'too_long' }]
  const lower = choices.map((choice) => choice.toLowerCase())
  return new Set(lower).size === lower.length ? [] : [{ field: 'choices', rule: 'unique_items' }]
}

export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
