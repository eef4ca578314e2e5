import type { ComponentType } from 'react'
import type { LoginType } from '#core/platform/loginTypes.ts'
import type { Permission } from '#core/platform/modules.ts'
import { type Resource, sortableFields } from '#core/resources/definition.ts'
import { isNumeric } from '#core/resources/fields/isNumeric.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import type { ListRequest } from '#web/resources/useRecords.ts'
import type { ListState } from './useListState.ts'

/** A column that shows more than a field, or a field in its own way. */
export interface CustomColumn {
  /** The text key of its heading. */
  text: string
  /** The field that the server sorts by; without it, not sortable. */
  sort?: string
  Cell: ComponentType<{ record: any }>
  /** It holds figures, aligned at the end. */
  isNumeric?: true
  /** It is the state of the record: on a card next to the title. */
  isState?: true
  /** The fields that it needs in addition to its name; without it the whole record is read. */
  needs?: readonly string[]
  /** The fields in its place in exports and on paper. */
  inFiles?: readonly string[]
  /** Who sees it; by default everyone. */
  isFor?: (user: ReaderRights) => boolean
}

/** The reader's permissions and identity. */
export interface ReaderRights {
  may: (permission: Permission) => boolean
  loginType: LoginType
}

/** A filter that is not a field, or a field with its own values. */
export interface CustomFilter {
  /** The text key of its name. */
  text: string
  /** Its values, each with its text key … */
  values?: readonly { value: string; text: string }[]
  /** … or the records to choose from … */
  of?: Resource
  /** … or a day. */
  isDate?: true
  /** It is set by links only: it can be removed but not chosen. */
  isFromLinkOnly?: true
}

export interface MoreFilesProps {
  /** The search and filters of the list. */
  listQuery: Omit<ListRequest, 'page_num' | 'page_size'>
  onClose: () => void
}

/** How the list of a kind of record differs from the standard, which is derived from the definition. */
export interface ListKind {
  columns?: Readonly<Record<string, CustomColumn>>
  /** The initial sort field, if it differs from the definition's. */
  sort?: string
  /** The initial columns, in order. */
  standard?: readonly string[]
  filters?: Readonly<Record<string, CustomFilter>>
  /** A record as a card, for narrow screens; its title is a link to its address, marked `data-is-whole`. */
  Card?: ComponentType<{ record: any; address: string }>
  /** The fields that the card needs; without it the whole record is read. */
  cardNeeds?: readonly string[]
  /** Actions for the list as a whole. */
  Actions?: ComponentType
  /** Another action is the usual way to a new record. */
  isNewRare?: true
  /** Files other than the list itself; the dialog saves them for the records that match. */
  moreFiles?: { text: string; Dialog: ComponentType<MoreFilesProps> }
  /** Above the records: counts or types that also filter. */
  Above?: ComponentType<{ state: ListState }>
  /** The matching records on a map. */
  Map?: ComponentType<{ state: ListState }>
  /** The matching records as a tree. */
  Tree?: ComponentType<{ state: ListState }>
}

export interface ListColumn {
  name: string
  text: string
  sort: string | undefined
  isNumeric: boolean
  Cell: CustomColumn['Cell'] | undefined
}

/** The definition of a column: the kind's own, else the field's. */
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
  /** Each record is a card, for narrow screens. */
  isCards: boolean
  /** The active filters, which the records found may provide names for. */
  filters: Readonly<Record<string, string>>
}

/**
 * The fields that a list requests, for its columns or its cards.
 * @returns undefined if a part does not declare its fields: then whole records are read.
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
  const called = (resource.naming.calledBy ?? []).filter((part) => part !== '→')
  const { statuses } = resource
  const shown = needed.flatMap((some) => some ?? [])
  // The text of a status may depend on it.
  const by = statuses?.labelBy !== undefined && shown.includes(statuses.field) ? [statuses.labelBy] : []
  const names = [resource.title, ...called, ...narrowed, ...shown, ...by]
  return [...new Set(names)].sort().join()
}
