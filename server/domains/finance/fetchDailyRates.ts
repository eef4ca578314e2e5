import { readExternalText } from '#server/platform/http/readExternalText.ts'
import { type DailyRates, parseDailyRates } from './parseDailyRates.ts'

/** Number of attempts, timeout, and maximum size of a response. All attempts together stay within 15 s. */
export interface FetchLimits {
  tries: number
  timeout: number
  pause: number
  largest: number
  /** Whether the provider may be in a private network. */
  isPrivateAllowed?: boolean
}

export const FETCH_LIMITS: FetchLimits = { tries: 3, timeout: 4_000, pause: 400, largest: 1_000_000 }

/**
 * Fetches the rates of the day; a failed attempt is repeated after a growing pause. @throws Error of the last attempt, whose message states
 * the problem.
 */
export async function fetchDailyRates(url: string, limits: FetchLimits = FETCH_LIMITS): Promise<DailyRates> {
  const { timeout, largest, isPrivateAllowed = false } = limits
  const reach = { timeout, largest, isPrivateAllowed, accept: 'application/xml, text/xml' }
  for (let attempt = 1; ; attempt++) {
    try {
      return parseDailyRates(await readExternalText(url, reach))
    } catch (error) {
      if (attempt >= limits.tries) throw error
      await new Promise((resolve) => setTimeout(resolve, limits.pause * attempt))
    }
  }
}
