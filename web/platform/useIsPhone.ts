import { PHONE_MEDIA_QUERY } from './format/phone.ts'
import { useMatches } from './useMatches.ts'

/** Whether the window is as narrow as a phone, from the first render. */
export function useIsPhone(): boolean {
  return useMatches(PHONE_MEDIA_QUERY)
}
