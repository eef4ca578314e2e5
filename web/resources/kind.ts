import type { Resource } from '#core/resources/definition.ts'
import type { ListKind } from './list/listKind.ts'
import type { RecordKind } from './record/recordKind.ts'

/** How the list and the record screen of a kind differ from the standard. */
export interface Kind {
  list?: ListKind
  record?: RecordKind
}

/** The kinds of a domain, by the names of their definitions. */
export type Kinds = Readonly<Record<string, Kind>>

let registered: Kinds = {}

/** Registers how kinds of record differ from the standard, once at start. */
export function registerKindViews(kinds: Kinds): void {
  registered = kinds
}

/** How the list and the screen of a kind of record differ from the standard. */
export function kindViewOf({ name }: Resource): Kind {
  return registered[name] ?? {}
}
