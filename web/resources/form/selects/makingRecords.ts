import { createContext } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import type { AnyRecord } from '#web/resources/recordIn.ts'

export interface RequestedRecord {
  resource: Resource
  /** Initial values. */
  preset: AnyRecord
  onMade: (record: AnyRecord) => void
}

/** Opens the form of another kind above the current one, and returns the new record; undefined outside of a form. */
export const MakingRecords = createContext<((requested: RequestedRecord) => void) | undefined>(undefined)
