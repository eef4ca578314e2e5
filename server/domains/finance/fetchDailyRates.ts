import { fetchExternal } from '#server/platform/fetchExternal.ts'
import { type DailyRates, parseDailyRates, WrongRates } from './parseDailyRates.ts'

/** How often the provider is asked, how long it has, and how much it may send. All tries together stay within 15 s. */
export interface FetchLimits {
  tries: number
  timeout: number
  pause: number
  largest: number
  /** Whether the provider may lie in a private network. */
  isPrivateAllowed?: boolean
}

export const FETCH_LIMITS: FetchLimits = { tries: 3, timeout: 4_000, pause: 400, largest: 1_000_000 }

/**
 * Asks the provider for the rates of the day; a try that fails is repeated after a growing pause.
 * @throws Error of the last try, whose message says what was wrong.
 */
export async function fetchDailyRates(url: string, limits: FetchLimits = FETCH_LIMITS): Promise<DailyRates> {
  for (let attempt = 1; ; attempt++) {
    try {
      return parseDailyRates(await readText(url, limits))
    } catch (error) {
      if (attempt >= limits.tries) throw error
      await new Promise((resolve) => setTimeout(resolve, limits.pause * attempt))
    }
  }
}

/** The text at an address, as long as it comes in time and is no larger than expected. */
async function readText(
  address: string,
  { timeout, largest, isPrivateAllowed = false }: FetchLimits,
): Promise<string> {
  const url = /^https?:\/\//i.test(address) ? address : `https://${address}`
  const headers = { accept: 'application/xml, text/xml' }
  const response = await fetchExternal(url, { timeout, isPrivateAllowed, headers })
  if (response.statusCode !== 200) {
    response.destroy()
    throw new WrongRates(`the provider answered ${response.statusCode}`)
  }
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let size = 0
  // Leaving the loop by throwing cancels the rest.
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.byteLength
    if (size > largest) throw new WrongRates('the provider sent too much')
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}
