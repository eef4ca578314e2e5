import type { ComponentType } from 'react'
import type { LoginType } from '#core/platform/loginTypes.ts'
import type { Permission } from '#core/platform/modules.ts'
import { type Resource, sortableFields } from '#core/resources/definition.ts'
import { isNumeric } from '#core/resources/isNumeric.ts'
import { isReference } from '#core/resources/isReference.ts'
import type { ListState } from './useListState.ts'

/** A column that shows more than a field, or a field in its own way. */
export interface CustomColumn {
  /** The key of its heading. */
  text: string
  /** The field that the server sorts by; none = it cannot be sorted. */
  sort?: string
  Cell: ComponentType<{ record: any }>
  /** It holds figures, which stand at its end. */
  isNumeric?: true
  /** What it shows of a record, where that is more than the field of its name; without it the whole record is read. */
  needs?: readonly string[]
  /** What stands for it in files and on paper, where the server tells that beside the fields. */
  inFiles?: readonly string[]
  /** For whom it is there; without it: for everybody. */
  isFor?: (user: ReaderRights) => boolean
}

/** What a reader may, and who they are. */
export interface ReaderRights {
  may: (permission: Permission) => boolean
  loginType: LoginType
}

/** A filter that is no field, or a field with values of its own. */
export interface CustomFilter {
  /** The key of its name. */
  text: string
  /** Its values, each with the key of its text … */
  values?: readonly { value: string; text: string }[]
  /** … or the records that one chooses from. */
  of?: Resource
  /** … or a day. */
  isDate?: true
  /** It comes from a link: one can take it off, but not choose it. */
  isFromLinkOnly?: true
}

/** How the list of a kind of record differs from the standard; without one it is read from the definition. */
export interface ListKind {
  columns?: Readonly<Record<string, CustomColumn>>
  /** By what it is sorted at first, where that is not the order of the definition. */
  sort?: string
  /** The columns at first, in order. */
  standard?: readonly string[]
  filters?: Readonly<Record<string, CustomFilter>>
  /** A record where there is no room for columns; its title is a link to its address, marked `data-is-whole`. */
  Card?: ComponentType<{ record: any; address: string }>
  /** What the card shows of a record; without it the whole record is read. */
  cardNeeds?: readonly string[]
  /** What can be done with the list as a whole. */
  Actions?: ComponentType
  /** Above the records: what they are by number, and another way to narrow them. */
  Above?: ComponentType<{ state: ListState }>
  /** The records that match, on a map. */
  Map?: ComponentType<{ state: ListState }>
  /** The records that match, as they lie within one another. */
  Tree?: ComponentType<{ state: ListState }>
}

export interface ListColumn {
  name: string
  text: string
  sort: string | undefined
  isNumeric: boolean
  Cell: CustomColumn['Cell'] | undefined
}

/** What is known of a column: the kind's own, else the field's. */
export function columnOf(resource: Resource, kind: ListKind | undefined, name: string): ListColumn {
  const own = kind?.columns?.[name]
  const isSortable =
    sortableFields(resource).includes(name) && (resource.list.includes(name) || name === resource.title)
  return {
    name,
    text: own?.text ?? `records.${resource.name}.fields.${name}`,
    sort: own ? own.sort : isSortable ? name : undefined,
    isNumeric: own ? own.isNumeric === true : isNumeric(resource.fields[name]),
    Cell: own?.Cell,
  }
}

interface Shown {
  columns: readonly string[]
  /** There is no room for columns: each record is a card. */
  isCards: boolean
  /** What the list is narrowed by stands beside it, by the names that the records found have for it. */
  filters: Readonly<Record<string, string>>
}

/**
 * The fields that a list has to ask for: those of its columns, or of its cards where there is no room for these.
 * @returns nothing where something is shown that does not say what it needs: then the records are read whole.
 */
export function fieldsOf(
  resource: Resource,
  kind: ListKind | undefined,
  { columns, isCards, filters }: Shown,
): string | undefined {
  const own = kind?.columns ?? {}
  const needed =
    isCards && kind?.Card ? [kind.cardNeeds] : columns.map((name) => (own[name] ? own[name].needs : [name]))
  if (needed.includes(undefined)) return undefined
  const narrowed = Object.keys(filters).filter((name) => isReference(resource.fields[name]))
  const called = (resource.calledBy ?? []).filter((part) => part !== '→')
  const names = [resource.title, ...called, ...narrowed, ...needed.flatMap((some) => some ?? [])]
  return [...new Set(names)].sort().join()
}
