import { useMediaQuery } from '@mantine/hooks'
import { PHONE_MEDIA_QUERY } from './format/phone.ts'

/** Whether the window is as narrow as a phone, from the first render. */
export function useIsPhone(): boolean {
  return useMediaQuery(PHONE_MEDIA_QUERY, false, { getInitialValueInEffect: false })
}
