import { createContext } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import type { AnyRecord } from '#web/resources/recordIn.ts'

export interface WantedRecord {
  resource: Resource
  /** What it begins with. */
  given: AnyRecord
  onMade: (record: AnyRecord) => void
}

/** Opens the form of another kind above the form one is in, and tells what was made; nothing outside of a form. */
export const MakingRecords = createContext<((wanted: WantedRecord) => void) | undefined>(undefined)
