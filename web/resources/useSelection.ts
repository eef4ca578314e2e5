import { useState } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import type { AnyRecord } from './useRecords.ts'

export interface Selection {
  records: readonly AnyRecord[]
  has: (record: AnyRecord) => boolean
  toggle: (record: AnyRecord) => void
  /** Ticks the records of a page, or none of them; those of other pages stay. */
  setPage: (page: readonly AnyRecord[], isTicked: boolean) => void
  set: (records: readonly AnyRecord[]) => void
}

/** The records that were ticked; turning the page keeps them. */
export function useSelection(resource: Resource): Selection {
  const [records, set] = useState<readonly AnyRecord[]>([])
  const isIt = (one: AnyRecord) => (other: AnyRecord) => one[resource.id] === other[resource.id]
  const has = (record: AnyRecord) => records.some(isIt(record))
  return {
    records,
    has,
    set,
    setPage: (page, isTicked) => {
      const others = records.filter((record) => !page.some(isIt(record)))
      set(isTicked ? [...others, ...page] : others)
    },
    toggle: (record) =>
      set(has(record) ? records.filter((other) => !isIt(record)(other)) : [...records, record]),
  }
}
