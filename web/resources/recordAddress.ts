import { createContext, useContext } from 'react'

/** Where one record of a kind is shown, or a new one is made; nothing for a kind without a screen. */
type RecordAddress = (resource: string, id?: number) => string | undefined

/** The table of screens lies above the lists and forms that lead to them: it is handed down. */
export const RecordAddresses = createContext<RecordAddress>(() => undefined)

export function useRecordAddress(): RecordAddress {
  return useContext(RecordAddresses)
}
