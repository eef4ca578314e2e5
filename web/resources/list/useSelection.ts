import { useState } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import type { AnyRecord, ListRequest } from '#web/resources/useRecords.ts'

/** All records of a list on all pages. */
export interface AllMatching {
  query: ListRequest
  count: number
}

export interface Selection {
  records: readonly AnyRecord[]
  /** Set if all matches are selected, on whatever page. */
  all: AllMatching | null
  count: number
  has: (record: AnyRecord) => boolean
  toggle: (record: AnyRecord) => void
  /** Ticks or unticks all records of a page; those of other pages stay. */
  setPage: (page: readonly AnyRecord[], isTicked: boolean) => void
  set: (records: readonly AnyRecord[]) => void
  setAll: (matching: AllMatching) => void
}

/** The ticked records, across pages. "All" ends when a filter changes. */
export function useSelection(resource: Resource, query: ListRequest): Selection {
  const [records, setRecords] = useState<readonly AnyRecord[]>([])
  const [meant, setMeant] = useState<AllMatching | null>(null)
  const all = meant && JSON.stringify(meant.query) === JSON.stringify(query) ? meant : null
  const isIt = (one: AnyRecord) => (other: AnyRecord) => one[resource.id] === other[resource.id]
  const has = (record: AnyRecord) => all !== null || records.some(isIt(record))
  const set = (next: readonly AnyRecord[]) => {
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
