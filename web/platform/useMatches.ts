import { useMediaQuery } from '@mantine/hooks'

/**
 * Whether a media query matches, from the first render: Mantine asks in an effect by default, and what then differs renders all below it
 * at once, for which a phone needs half a second.
 */
export function useMatches(query: string): boolean {
  return useMediaQuery(query, undefined, { getInitialValueInEffect: false })
}
