import type { Issue } from '#core/platform/issue.ts'
import type { LoginType } from '#core/platform/loginTypes.ts'
import type { Action, Module, Permission } from '#core/platform/modules.ts'
import type { WeekWindow } from '#core/platform/time/weekWindows.ts'
import type { AuditAction } from './auditActions.ts'
import type { Field, Fields } from './field.ts'
import type { RowsField, RowTypes } from './kinds/listKinds.ts'
import type { DecimalField, MoneyField } from './kinds/numberKinds.ts'
import type { ChoiceField } from './kinds/plainKinds.ts'
import type { Statuses } from './statuses/statuses.ts'

/**
 * The owner of a record. `through` names the reference to its owner; `object`: it belongs to a record of any kind, given by
 * `object_ref` and `object_id`, and is open to users who may read that record.
 */
export type Scope = 'shared' | 'company' | 'object' | { readonly through: string }

/**
 * The only records of other companies that these login types see: those whose reference `to` leads to their company, while no
 * field has one of the values of `unless`.
 */
export interface AddressedTo {
  readonly to: string
  readonly loginTypes: readonly LoginType[]
  readonly unless: Readonly<Record<string, readonly number[]>>
}

/** Records that some login types see only once they were issued: the column `once` is 1, and no field has one of the values of `unless`. */
export interface VisibleOnceIssued {
  readonly loginTypes: readonly LoginType[]
  readonly once: string
  readonly unless: Readonly<Record<string, readonly number[]>>
}

/**
 * How a kind of record leads to devices, so that an account limited to some devices sees only their records: by its own
 * reference (`since`: the field with its start, for data of the device's owner at that time; `others`: a table with further
 * devices of it), by a reference of devices to it
 * (`standing`: records without a device are hidden), by its rows, by the record of its own reference (`through`), by the record
 * that it is about (`record`), or as text that may be about any device (`text`: a limited user sees only their own).
 */
export type DevicePath =
  | {
      readonly field: string
      readonly since?: 'created_at'
      readonly others?: { readonly table: string; readonly column: string }
    }
  | { readonly standing: string }
  | { readonly rows: readonly (readonly Hop[])[] }
  | { readonly through: string }
  | 'record'
  | 'text'

/** A join to a table by a shared column; the last table has a `device_id`. */
export type Hop = readonly [table: string, column: string]

/** Parts of a record's history that are hidden from some users who see the record. */
export interface ClosedHistory {
  /** Only these login types see entries of these actions; `unlimited`: no account limited to some devices does. */
  readonly entries: {
    readonly [A in AuditAction]?: { readonly to: readonly LoginType[]; readonly unlimited?: true }
  }
  /** Changes of these names are hidden from customers who may not change such records, like a field that is `editorsOnly`. */
  readonly editorsOnly: readonly string[]
}

const OPERATIONS = ['list', 'read', 'create', 'update', 'remove'] as const
export type Operation = (typeof OPERATIONS)[number]

/** Who sees records of a kind in addition to the users of the company that owns them. */
interface Visibility<Name extends string> {
  /** Users who see records that are addressed to them, although they belong to another company. */
  addressed?: AddressedTo
  /** Users who see records only once they were issued. */
  givenOut?: VisibleOnceIssued
  /**
   * Login types that sell to the companies below their own. With read permission they see the records of the companies below, but not those
   * of their own company; with update permission also those not issued yet.
   */
  soldBy?: readonly LoginType[]
  /** Parts of its history that are hidden from some readers. */
  closedHistory?: ClosedHistory
  /**
   * All companies below the owner see and choose the record, but never change it. Hidden from them are the fields in `hides`,
   * user-defined fields and the history. The table `names` holds their own titles for it: its id, a company's id, and the
   * title.
   */
  seenBelow?: { readonly hides: readonly Name[]; readonly names: string }
  /** Its list is open to every signed-in user: it contains only names to choose from. */
  isOpen?: true
  /** Its names belong to the business's configuration: any user who refers to one may choose any. */
  hasSelectableNames?: true
}

/** How records of a kind are named where the title alone does not name them. */
interface Naming<Name extends string> {
  /** If the title is a number: the fields that form its display name in order, references by their titles. */
  calledBy?: readonly (Name | '→')[]
  /** If each company counts its own numbers: the reference to it, which the search shows next to the title. */
  numberedBy?: Name
  /** The name given by users, if the title is a code: a select finds the record by either. */
  knownAs?: Name
  /** The reference whose record provides that name by default. */
  namedBy?: Name
  /**
   * Its contents are part of its display name ("Kearney · Diesel #2"): records of `kind` belong to it, and their `field`
   * describes them. A select shows its owner and a figure (one of its `orders`) next to that name, and searches all of them.
   */
  holds?: {
    readonly kind: string
    readonly where: Readonly<Record<string, number>>
    readonly field: string
    readonly figure: string
  }
}

export interface Resource<F extends Fields = Fields> {
  /** Path, table and list key: one name for all three, unless overridden below. */
  name: string
  single: string
  path?: string
  listKey?: string
  /** Several kinds of record in one table, distinguished by fixed values. */
  within?: { readonly table: string; readonly where: Readonly<Record<string, number>> }
  id: string
  module: Module
  /** Module of the permission to write, if it differs from that to read. */
  writeModule?: Module
  loginTypes: readonly LoginType[]
  scope: Scope
  /** Who sees its records in addition to the users of their company. */
  visibility: Visibility<keyof F & string>
  /** How it leads to devices, if it does. */
  devicesBy?: DevicePath
  fields: F
  /** Names other than fields in its responses or bodies. A body may contain them with the value from the response, or empty. */
  besides: readonly string[]
  /** The field that represents the record where another record refers to it. */
  title: keyof F & string
  /** How its records are named, if the title is not enough. */
  naming: Naming<keyof F & string>
  /**
   * How an import recognizes an existing record: all fields of the first of these lists that the row contains must match; a
   * later list applies only if the earlier ones do not contradict it. Optional fields after the first may be empty: then they are empty
   * in the record too. An empty list: all fields of the row.
   */
  matchBy: readonly (readonly (keyof F & string)[])[]
  /** Required fields that an import finds by the other values of a row, with the operation `completeRows`: a file need not have them. */
  foundByImport: readonly (keyof F & string)[]
  /** The columns of the list, in order; all of them are sortable. */
  list: readonly (keyof F & string)[]
  /** The sortable columns (the id may be one), if there are too many rows to sort by all. */
  sortable?: readonly string[]
  /**
   * Orders by a column of another table with one row per record, by the same id or by the field `by`; `isFilled` if it is never
   * null. `within`: a choice whose values come first, in their declared order. `place`: by the name given by users (`knownAs`),
   * or else the title.
   */
  orders: Readonly<
    Record<
      string,
      | 'place'
      | {
          readonly table: string
          readonly column: string
          readonly by?: string
          readonly within?: string
          readonly isFilled?: true
        }
    >
  >
  /** Searched fields; a reference by the name of its record. */
  search: readonly (keyof F & string)[]
  /** Filters of the list: a field of the record, or a filter in code. The value is its default. */
  filters: Readonly<Record<string, string | number | null>>
  /** The default order of the list; `-` before the name reverses it. */
  sort?: string
  /** Default page size, part of the API. */
  pageSize: number
  /** The form: sections of fields, in order. Default: one section of all writable fields. */
  form?: readonly { readonly section: string; readonly fields: readonly (keyof F & string)[] }[]
  /** Fields other than the name that a select needs of a record: answered by `options=1`. */
  options: readonly (keyof F & string)[]
  /** The fields for bulk changes, if not all suitable ones. */
  bulk?: readonly (keyof F & string)[]
  /**
   * There are at most a few hundred of them, however large the business. Tests check that the lists of all other kinds read no
   * more rows than they show.
   */
  staysSmall?: true
  /** Webhooks report its changes. */
  hasWebhooks?: true
  /** Values that a delete writes instead of erasing, as the history needs the record. */
  archive?: Partial<Record<keyof F & string, string | number>>
  /** The operations of this kind. */
  calls: readonly Operation[]
  /** The rows that are read and saved with a record, under the key `details`. */
  details?: Resource
  /** Its statuses and their transitions; one of its fields holds the status. */
  statuses?: Statuses
  /** Rules over several fields. Pure: used by the form and the server. */
  check(record: Partial<ValuesOf<F>>): Issue[]
}

/** The properties that a definition may omit, with their defaults. */
const OMITTED = {
  visibility: {},
  besides: [],
  naming: {},
  matchBy: [],
  foundByImport: [],
  orders: {},
  filters: {},
  pageSize: 2,
  options: [],
  calls: OPERATIONS,
  check: () => [],
} satisfies Partial<Resource>
type Omittable = keyof typeof OMITTED

/** Declares a kind of record. The definition is plain data: table, checks, calls, screens and API documentation are all derived from it. */
export function defineResource<
  const F extends Fields,
  const R extends Omit<Resource<F>, Omittable> & Partial<Pick<Resource<F>, Omittable>>,
>(resource: R & { fields: F }): R & { fields: F } & Omit<typeof OMITTED, keyof R> {
  return { ...OMITTED, ...resource }
}

/** The database table of this kind of record. */
export function tableOf(resource: Resource): string {
  return resource.within?.table ?? resource.name
}

/** A field that the kind must have. @throws Error naming both */
export function fieldOf({ name, fields }: Resource, field: string): Field {
  const found = fields[field]
  if (!found) throw new Error(`${name} has no field ${field}`)
  return found
}

/** The fields that its list can be sorted by. */
export function sortableFields(resource: Resource): readonly string[] {
  const own = resource.sortable ?? [resource.id, 'created_at', 'updated_at', resource.title, ...resource.list]
  return [...new Set([...own, ...Object.keys(resource.orders)])]
}

/** Type of the path of a kind of record below `/api`. */
export type PathOf<R extends Resource> = R extends { path: infer Path extends string }
  ? Path
  : `/${R['name']}`
/** Type of the key of a list in a response. */
export type ListKeyOf<R extends Resource> = R extends { listKey: infer Key extends string } ? Key : R['name']

/** The path of this kind of record below `/api`. */
export function pathOf<R extends Resource>(resource: R): PathOf<R>
export function pathOf({ path, name }: Resource): string {
  return path ?? `/${name}`
}

/** The path of one record of a kind below `/api`. */
export function onePathOf<R extends Resource>(resource: R): `${PathOf<R>}/:${R['id']}` {
  return `${pathOf(resource)}/:${resource.id}`
}

/** The key of its list in a response. */
export function listKeyOf<R extends Resource>(resource: R): ListKeyOf<R>
export function listKeyOf({ listKey, name }: Resource): string {
  return listKey ?? name
}

/** The fields that a client may write, in the order of the definition. */
export function writableFields(resource: Resource): [name: string, field: Field][] {
  return Object.entries(resource.fields).filter(([, field]) => !field.computed)
}

/** The permission for an action on records of a kind. */
export function permissionFor({ module, writeModule }: Resource, action: Action): Permission {
  return `${action === 'read' ? module : (writeModule ?? module)}.${action}`
}

export function hasCall(resource: Resource, operation: Operation): boolean {
  return resource.calls.includes(operation)
}

/** Types of the values of kinds that are not text; a choice declares its own values, and rows theirs. */
interface ValuesByKind {
  integer: number
  country: number
  flag: number
  date_passed: number
  reference: number
  image: number
  references: number[]
  name_list: string[]
  choices: string[]
  week_windows: WeekWindow[]
}
type ValueOf<F extends Field> = F extends ChoiceField
  ? F['of'][number]
  : F extends RowsField
    ? RowTypes[F['of']][]
    : F['kind'] extends keyof ValuesByKind
      ? ValuesByKind[F['kind']]
      : string
type Filled<F extends Field> = F extends { required: true } | { default: string | number }
  ? ValueOf<F>
  : ValueOf<F> | null

export type ValuesOf<F extends Fields> = { -readonly [K in keyof F]: Filled<F[K]> }

export type RecordOf<R extends Resource> = ValuesOf<R['fields']> & { [K in R['id']]: number } & {
  created_at: string
  updated_at: string
}

/** The titles of referenced records in a response: `company_title` for `company_id`. */
export type TitlesOf<R extends Resource> = {
  [K in keyof R['fields'] as R['fields'][K] extends { kind: 'reference' }
    ? K extends `${infer Name}_id`
      ? `${Name}_title`
      : `${K & string}_title`
    : never]?: string | null
}

/** Type of the input of a field; a decimal may also be a number. */
export type WrittenOf<F extends Field> =
  | (F extends DecimalField | MoneyField ? number | string : ValueOf<F>)
  | (F extends { required: true } ? never : null)

/** Type of a field's value after validation. */
export type AcceptedOf<F extends Field> = ValueOf<F> | (F extends { required: true } ? never : null)

type Accepted<F extends Fields> = { [K in keyof F as F[K] extends { computed: true } ? never : K]: F[K] }
type MustGive<F extends Fields> = {
  [K in keyof F]: F[K] extends { required: true }
    ? F[K] extends { default: string | number }
      ? never
      : K
    : never
}[keyof F]

export type NewRecordOf<R extends Resource> = Pick<
  ValuesOf<Accepted<R['fields']>>,
  MustGive<Accepted<R['fields']>>
> &
  Partial<ValuesOf<Accepted<R['fields']>>>
export type ChangesOf<R extends Resource> = Partial<ValuesOf<Accepted<R['fields']>>>

type Rows<R extends Resource> = R extends { details: Resource } ? { details?: readonly object[] } : object

/** Input of a new record: required and optional fields. */
export type WrittenRecordOf<R extends Resource> = {
  -readonly [K in MustGive<Accepted<R['fields']>>]: WrittenOf<R['fields'][K]>
} & WrittenChangesOf<R>

/** Input of a change. */
export type WrittenChangesOf<R extends Resource> = {
  -readonly [K in keyof Accepted<R['fields']>]?: WrittenOf<R['fields'][K]>
} & Rows<R>
