import { createContext, useContext } from 'react'

/** The address of a record of a kind, or of a new one; undefined for a kind without a screen that the user may open. */
type RecordAddress = (resource: string, id?: number) => string | undefined

/** The table of screens is in a higher layer than the lists and forms that use it, so it is passed by context. */
export const RecordAddresses = createContext<RecordAddress>(() => undefined)

export function useRecordAddress(): RecordAddress {
  return useContext(RecordAddresses)
}
