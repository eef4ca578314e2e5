import { useMemo } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'
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
let creatable: Readonly<Record<string, string>> = {}

/**
 * Registers how kinds of record differ from the standard, once at start.
 * @param fromSelects the kinds whose records a select can create, each with the kind whose form does so
 */
export function registerKindViews(kinds: Kinds, fromSelects: Readonly<Record<string, string>>): void {
  registered = kinds
  creatable = fromSelects
}

/** The kind whose form creates a record of a kind from a select. */
export function newKindOf({ name }: Resource): Resource | undefined {
  const kind = creatable[name]
  return kind === undefined ? undefined : resourceOf(kind)
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
