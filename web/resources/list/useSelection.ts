import { useState } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import type { AnyRecord, ListRequest } from '#web/resources/useRecords.ts'

/** All records of a list on all pages. */
export interface AllMatching {
  query: ListRequest
  count: number
}

export interface Selection<T extends AnyRecord = AnyRecord> {
  records: readonly T[]
  /** Set if all matches are selected, on whatever page. */
  all: AllMatching | null
  count: number
  // Methods, so that the alerts of a selection fit where any records do.
  has(record: T): boolean
  toggle(record: T): void
  /** Ticks or unticks all records of a page; the ticks on other pages stay. */
  setPage(page: readonly T[], isTicked: boolean): void
  set(records: readonly T[]): void
  setAll: (matching: AllMatching) => void
}

/** The ticked records, across pages. "All" ends when a filter changes. */
export function useSelection<T extends AnyRecord>(resource: Resource, query: ListRequest): Selection<T> {
  const [records, setRecords] = useState<readonly T[]>([])
  const [meant, setMeant] = useState<AllMatching | null>(null)
  const all = meant && JSON.stringify(meant.query) === JSON.stringify(query) ? meant : null
  const isIt = (one: T) => (other: T) => one[resource.id] === other[resource.id]
  const has = (record: T) => all !== null || records.some(isIt(record))
  const set = (next: readonly T[]) => {
    setMeant(null)
    setRecords(next)
  }
  return {
    records,
    all,
    count: all ? all.count : records.length,
    has,
    set,
    setAll: setMeant,
    setPage: (page, isTicked) => {
      const others = records.filter((record) => !page.some(isIt(record)))
      set(isTicked ? [...others, ...page] : others)
    },
    toggle: (record) =>
      set(
        records.some(isIt(record)) ? records.filter((other) => !isIt(record)(other)) : [...records, record],
      ),
  }
}
