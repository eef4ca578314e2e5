import { useMemo } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import type { CurrentUser } from '#web/platform/session/currentUser.ts'
import { useUser } from '#web/platform/session/session.tsx'
import type { ListKind } from './list/listKind.ts'
import type { RecordKind } from './record/recordKind.ts'

/** How the list and the record screen of a kind differ from the standard. */
export interface Kind {
  list?: ListKind
  record?: RecordKind | ((user: CurrentUser) => RecordKind)
}

/** The kinds of a domain, by the names of their definitions. */
export type Kinds = Readonly<Record<string, Kind>>

let registered: Kinds = {}

/** Registers how kinds of record differ from the standard, once at start. */
export function registerKindViews(kinds: Kinds): void {
  registered = kinds
}

/** How the list of a kind of record differs from the standard. */
export function listKindOf({ name }: Resource): ListKind | undefined {
  return registered[name]?.list
}

/** How the screen of one record of a kind differs from the standard, for this user. */
export function useRecordKind({ name }: Resource): RecordKind | undefined {
  const user = useUser()
  const record = registered[name]?.record
  return useMemo(() => (typeof record === 'function' ? record(user) : record), [record, user])
}
