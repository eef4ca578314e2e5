import type { ListKind } from './list/listKind.ts'
import type { RecordKind } from './record/recordKind.ts'

/** How the list of a kind of record, and the screen of one record, differ from the standard. */
export interface Kind {
  list?: ListKind
  record?: RecordKind
}

/** Those of a domain, by the names of their definitions. */
export type Kinds = Readonly<Record<string, Kind>>
