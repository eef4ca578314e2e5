import type { Resource } from '../definition.ts'
import type { Field } from '../field.ts'

/** The kind of record of user-defined fields. */
export const USER_DEFINED_FIELDS = 'user_defined_fields'

/** Data types of a user-defined field. */
export const DATA_TYPES = [
  'text',
  'long_text',
  'integer',
  'decimal',
  'flag',
  'date',
  'time',
  'choice',
  'email',
  'url',
] as const
export type DataType = (typeof DATA_TYPES)[number]

/** A user-defined field of a kind of record. */
export interface UserField {
  /** The kind of record, by the name of its definition. */
  resource: string
  /** Unique within its kind; values are stored under it. */
  name: string
  label: string
  label_es: string | null
  help: string | null
  help_es: string | null
  data_type: DataType
  is_required: number
  default_value: string | null
  min_value: string | null
  max_value: string | null
  max_length: number | null
  decimals: number | null
  choices: string[] | null
  in_list: number
  is_searchable: number
  is_filter: number
  staff_only: number
}

/** The section of a form with these fields. */
export const USER_SECTION = 'user_defined'
/** The column with their values, by name. */
export const USER_COLUMN = 'user_fields'
const PREFIX = 'udf_'

const TEXT = 255
const LONG_TEXT = 2000
const DIGITS = 18
/** Maximum length of a choice. */
export const CHOICE_LENGTH = 65

/** Its key in a record; never equal to a built-in field, now or later. */
export function userFieldKey({ name }: Pick<UserField, 'name'>): string {
  return `${PREFIX}${name}`
}

/** Whether a key belongs to a user-defined field, even if the field no longer exists. */
export function isUserFieldKey(key: string): boolean {
  return key.startsWith(PREFIX)
}

/** The name of a value in the column; undefined for a built-in field. */
export function userFieldStorageKey(key: string, field: Field | undefined): string | undefined {
  return field?.isUserDefined ? key.slice(PREFIX.length) : undefined
}

/** Converts a user-defined field to a definition's field. */
export function fieldFromUserField(field: UserField): Field {
  const common = {
    isUserDefined: true as const,
    ...(field.is_required === 1 && { required: true as const }),
    ...(field.staff_only === 1 && { staffOnly: true as const }),
  }
  const standard = field.default_value === null ? {} : { default: field.default_value }
  const range = {
    ...(field.min_value !== null && { min: Number(field.min_value) }),
    ...(field.max_value !== null && { max: Number(field.max_value) }),
  }
  switch (field.data_type) {
    case 'text':
      return { kind: 'text', max: field.max_length ?? TEXT, ...common, ...standard }
    case 'long_text':
      return { kind: 'long_text', max: field.max_length ?? LONG_TEXT, ...common, ...standard }
    case 'email':
    case 'url':
      return { kind: 'text', format: field.data_type, max: TEXT, ...common, ...standard }
    case 'integer':
      return { kind: 'integer', ...range, ...common, ...asNumber(field) }
    case 'flag':
      return { kind: 'flag', ...common, ...asNumber(field) }
    case 'decimal':
      return { kind: 'decimal', digits: DIGITS, scale: field.decimals ?? 2, ...range, ...common, ...standard }
    case 'date':
    case 'time':
      return { kind: field.data_type, ...common, ...standard }
    case 'choice':
      return { kind: 'choice', of: field.choices ?? [], ...common, ...standard }
  }
}

function asNumber({ default_value }: UserField): { default?: number } {
  return default_value === null ? {} : { default: Number(default_value) }
}

/**
 * Adds user-defined fields to a kind of record, and thus to everything derived from the definition (checks, calls, list, form,
 * print, export, history, API documentation). Idempotent.
 */
export function addUserFields<R extends Resource>(resource: R, added: readonly UserField[]): R
export function addUserFields(resource: Resource, added: readonly UserField[]): Resource {
  const own = added.filter(
    (field) => field.resource === resource.name && !(userFieldKey(field) in resource.fields),
  )
  if (own.length === 0) return resource
  const keysOf = (use: 'in_list' | 'is_searchable' | 'is_filter') =>
    own.filter((field) => field[use] === 1).map(userFieldKey)
  const { fields, list, search, filters, form, bulk } = resource
  const keys = own.map(userFieldKey)
  return {
    ...resource,
    fields: {
      ...fields,
      ...Object.fromEntries(own.map((item) => [userFieldKey(item), fieldFromUserField(item)])),
    },
    list: [...list, ...keysOf('in_list')],
    search: [...search, ...keysOf('is_searchable')],
    filters: { ...filters, ...Object.fromEntries(keysOf('is_filter').map((key) => [key, null])) },
    form: [...(form ?? [wholeForm(resource)]), { section: USER_SECTION, fields: keys }],
    ...(bulk && { bulk: [...bulk, ...keys] }),
  }
}

function wholeForm({ fields }: Resource): { section: string; fields: string[] } {
  const names = Object.entries(fields).filter(([, field]) => !field.computed)
  return { section: 'details', fields: names.map(([name]) => name) }
}
