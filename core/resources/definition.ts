import type { Issue } from '#core/platform/issue.ts'
import type { LoginType } from '#core/platform/loginTypes.ts'
import type { Action, Module, Permission } from '#core/platform/modules.ts'
import type { WeekWindow } from '#core/platform/weekWindows.ts'
import type { AuditAction } from './auditActions.ts'
import type { Field, Fields } from './field.ts'
import type { FormField } from './formField.ts'
import type { ChoiceField } from './kinds/choice.ts'
import type { DecimalField } from './kinds/decimal.ts'
import type { MoneyField } from './kinds/money.ts'
import type { Statuses } from './statuses.ts'

/**
 * Whose record is it? `through` names the reference that leads to the record's owner; `object` says that it hangs
 * from any kind of record, told by `object_ref` and `object_id`, and is open to whoever may read that one.
 */
export type Scope = 'shared' | 'company' | 'object' | { readonly through: string }

/**
 * The records that these login types see, and no others of a company: whose reference `to` leads to it, and only once no field has
 * one of the values of `unless`.
 */
export interface AddressedTo {
  readonly to: string
  readonly loginTypes: readonly LoginType[]
  readonly unless: Readonly<Record<string, readonly number[]>>
}

/**
 * Records that some login types see only once they were given out: of which the column `once` is 1, and not while a field
 * has one of the values of `unless`.
 */
export interface VisibleOnceIssued {
  readonly loginTypes: readonly LoginType[]
  readonly once: string
  readonly unless: Readonly<Record<string, readonly number[]>>
}

/**
 * How a kind of record leads to devices, so that an account limited to some of them sees only what hangs from these:
 * by a reference of its own (`since` is the field that tells when it began, of what belongs to whoever had the device
 * then), by a reference of devices to it (`standing`: what no device stands at is not theirs), by its rows, as the record that
 * its reference leads to (`through`), as the record that it tells of (`record`), or in words that may be about any device
 * (`words`: only those of the account's own user are open to who is limited).
 */
export type DevicePath =
  | { readonly field: string; readonly since?: 'created_at' }
  | { readonly standing: string }
  | { readonly rows: readonly (readonly Hop[])[] }
  | { readonly through: string }
  | 'record'
  | 'words'

/** To a table, by the column that it shares with what leads to it; the last one has a `device_id`. */
export type Hop = readonly [table: string, column: string]

/** What the history of a record keeps from some of those who see the record. */
export interface ClosedHistory {
  /** Entries of these actions are shown to these login types alone; `unlimited`: to no account that is limited to some devices. */
  readonly entries: {
    readonly [A in AuditAction]?: { readonly to: readonly LoginType[]; readonly unlimited?: true }
  }
  /** Changes by these names are shown to no customer who changes no such records, like a field that is `editorsOnly`. */
  readonly editorsOnly: readonly string[]
}

/** One field of a record before and after; of a reference also the name, for who may see it. */
export interface Change {
  field: string
  before: unknown
  after: unknown
  before_title?: string
  after_title?: string
  /** Both values are the beginnings of longer ones. */
  is_cut?: boolean
}

export type Operation = 'list' | 'read' | 'create' | 'update' | 'remove'

export interface Resource<F extends Fields = Fields> {
  /** Path, table and list key: one name for all three, unless the wire says otherwise below. */
  name: string
  single: string
  path?: string
  listKey?: string
  /** Several kinds of record in one table, told apart by fixed values. */
  within?: { readonly table: string; readonly where: Readonly<Record<string, number>> }
  id: string
  module: Module
  /** Whose permission it takes to write, where that is not the one that it takes to read. */
  writeModule?: Module
  loginTypes: readonly LoginType[]
  scope: Scope
  /** Who sees those that are addressed to them, although they belong to another company, and nothing else. */
  addressed?: AddressedTo
  /** Who is told of them only once they were given out. */
  givenOut?: VisibleOnceIssued
  /**
   * Login types that sell to the companies below their own. As soon as they may read these records they see those of the
   * companies below, none of their own; who may change them sees what was not given out yet as well.
   */
  soldBy?: readonly LoginType[]
  /** How it leads to devices, where it does. */
  devicesBy?: DevicePath
  /** What of its history is not for everybody who sees the record. */
  closedHistory?: ClosedHistory
  /**
   * All companies below the one whose record it is see and choose it, and never change it. They are not told the fields
   * that `hides` names, nor what an installation has added, nor its history. The table `names` holds what each of them
   * calls it: its id, a company's, and the title.
   */
  seenBelow?: { readonly hides: readonly (keyof F & string)[]; readonly names: string }
  fields: F
  /**
   * Names besides its fields that its answers hold or another of its calls takes. A body may hold them with the value that is
   * answered, or empty.
   */
  besides?: readonly string[]
  /** The field that stands for the record where another record refers to it. */
  title: keyof F & string
  /** Where its title is a figure, what people call it by: fields one after the other, references by their names. */
  calledBy?: readonly ((keyof F & string) | '→')[]
  /**
   * What makes a row of a file the same record as one that is there: all fields of the first of these lists that the row tells; of
   * a later list only where the earlier ones do not contradict it. An empty list: all that the row tells. Every kind that can be
   * imported has it.
   */
  matchBy?: readonly (readonly (keyof F & string)[])[]
  /** The name that people gave it, where its title is a code: whoever chooses one finds it by either. */
  knownAs?: keyof F & string
  /** The reference whose record gives it that name where nobody gave it one of its own. */
  namedBy?: keyof F & string
  /**
   * What it holds is part of what people call it ("Kearney · Diesel #2"): records of `kind` hang from it, and their `field` names
   * it. Where one is chosen, its owner and a figure, one of its `orders`, stand beside that name, and it is found by all of them.
   */
  holds?: {
    readonly kind: string
    readonly where: Readonly<Record<string, number>>
    readonly field: string
    readonly figure: string
  }
  /** The columns of the list, in order; all of them can be sorted by. */
  list: readonly (keyof F & string)[]
  /** The columns that it can be sorted by, where there are too many rows to sort them by all. */
  sortable?: readonly (keyof F & string)[]
  /**
   * Orders by a column of another table, which has one row for every record, by the same id, or by the field `by`; `isFilled` where it is never null.
   * `within` is a choice: its values come first, in the order in which they are declared.
   * `place`: by the name that people gave it (`knownAs`), or else its title.
   */
  orders?: Readonly<
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
  search: readonly (keyof F & string)[]
  /** It repeats the names of other records: only its own list is searched, not the one search over all kinds. */
  searchedAlone?: true
  /** Filters of the list: a field of the record, or a question answered by code. The value is its default. */
  filters?: Readonly<Record<string, string | number | null>>
  /** The order of the list when none is asked for; `-` before the name turns it round. */
  sort?: string
  /** Rows of a page when the caller does not say: a default of the wire. */
  pageSize?: number
  /** The form: sections of fields, in order. Without it: one section of every field that can be written. */
  form?: readonly { readonly section: string; readonly fields: readonly (keyof F & string)[] }[]
  /** The kind whose form makes a new one where one is to be chosen and none fits; without it none is offered there. */
  newAs?: string
  /** What a form needs to know, beside its name, of a record that one chooses: answered by `options=1`. */
  options?: readonly (keyof F & string)[]
  /** The fields that many records can be given at once, when not all that are fit for it. */
  bulk?: readonly (keyof F & string)[]
  /**
   * There are at most some hundred of them, however much the business grows. The lists of all other kinds are tested to read no
   * more rows than they show.
   */
  staysSmall?: true
  /** Its list is open to whoever is signed in: it holds nothing but names to choose from. */
  isOpen?: true
  /** Its names belong to the business's own configuration: whoever refers to one may choose any. */
  hasSelectableNames?: true
  /** What a delete writes instead of erasing: history needs the record. */
  archive?: Partial<Record<keyof F & string, string | number>>
  /** The calls this kind has, when not all of them. */
  calls?: readonly Operation[]
  /** The rows that belong to a record and are read and saved with it, under the key `details`. */
  details?: Resource
  /** What a record that is made of another says for itself; every other field that can be written is taken over. */
  notCopied?: readonly (keyof F & string)[]
  /** What it can be, and what may follow what; one of its fields holds it. */
  statuses?: Statuses
  /** Rules over several fields. Pure: the form and the server both call it. */
  check?: (record: Partial<ValuesOf<F>>) => Issue[]
}

/**
 * Declares a kind of record. The definition is plain data: everything else in the house (table, checks, calls,
 * screens, documents) is read from it.
 */
export function defineResource<const F extends Fields, const R extends Resource<F>>(
  resource: R & { fields: F },
): R & { fields: F } {
  return resource
}

/** The database table that holds this kind of record. */
export function tableOf(resource: Resource): string {
  return resource.within?.table ?? resource.name
}

/** The fields that its list can be sorted by. */
export function sortableFields(resource: Resource): readonly string[] {
  const own = resource.sortable ?? [resource.id, 'created_at', 'updated_at', resource.title, ...resource.list]
  return [...new Set([...own, ...Object.keys(resource.orders ?? {})])]
}

/** Where a kind of record lies below `/api`, as its definition says it. */
export type PathOf<R extends Resource> = R extends { path: infer Path extends string }
  ? Path
  : `/${R['name']}`
/** The key of a list in an answer, as its definition says it. */
export type ListKeyOf<R extends Resource> = R extends { listKey: infer Key extends string } ? Key : R['name']

/** Where this kind of record lies below `/api`. */
export function pathOf<R extends Resource>(resource: R): PathOf<R>
export function pathOf({ path, name }: Resource): string {
  return path ?? `/${name}`
}

/** Where one record of a kind lies below `/api`. */
export function onePathOf<R extends Resource>(resource: R): `${PathOf<R>}/:${R['id']}` {
  return `${pathOf(resource)}/:${resource.id}`
}

/** The key of its list in an answer. */
export function listKeyOf<R extends Resource>(resource: R): ListKeyOf<R>
export function listKeyOf({ listKey, name }: Resource): string {
  return listKey ?? name
}

/** The fields a client may write, in the order of the definition. */
export function writableFields(resource: Resource): [name: string, field: Field][] {
  return Object.entries(resource.fields).filter(([, field]) => !field.computed)
}

/** The permission that it takes to do something with records of a kind. */
export function permissionFor({ module, writeModule }: Resource, action: Action): Permission {
  return `${action === 'read' ? module : (writeModule ?? module)}.${action}`
}

export function hasCall(resource: Resource, operation: Operation): boolean {
  return resource.calls?.includes(operation) ?? true
}

/** The values of the kinds of field that are not told as a text; of a choice they stand in the field. */
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
  strapping: [number, number][]
  week_windows: WeekWindow[]
  changes: Change[]
  form_fields: FormField[]
  option_rows: object[]
}
type ValueOf<F extends Field> = F extends ChoiceField
  ? F['of'][number]
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

/** The names of what a record refers to, beside it in an answer: `company_id` has its `company_title`. */
export type TitlesOf<R extends Resource> = {
  [K in keyof R['fields'] as R['fields'][K] extends { kind: 'reference' }
    ? K extends `${infer Name}_id`
      ? `${Name}_title`
      : `${K & string}_title`
    : never]?: string | null
}

/** What somebody writes into a field; a decimal may also come as a number. */
export type WrittenOf<F extends Field> =
  | (F extends DecimalField | MoneyField ? number | string : ValueOf<F>)
  | (F extends { required: true } ? never : null)

/** What a field holds once what was written has passed its check. */
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

/** What somebody writes to make a record: what it must have, and what it may have. */
export type WrittenRecordOf<R extends Resource> = {
  -readonly [K in MustGive<Accepted<R['fields']>>]: WrittenOf<R['fields'][K]>
} & WrittenChangesOf<R>

/** What somebody writes to change a record. */
export type WrittenChangesOf<R extends Resource> = {
  -readonly [K in keyof Accepted<R['fields']>]?: WrittenOf<R['fields'][K]>
} & Rows<R>
