const KEY = 'ullage.first_requests'

/**
 * Remembers what a screen requests first, so that its next start requests it while the code still loads.
 * @param address the screen's address, without parameters
 * @param path the call's path, with its query
 */
export function rememberFirstRequest(address: string, path: string): void {
  localStorage.setItem(KEY, JSON.stringify({ ...remembered(), [address]: path }))
}

/** First requests of the screen at an address when it was last open in this browser. */
export function firstRequestOf(address: string): string | undefined {
  return remembered()[address]
}

function remembered(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}')
  } catch {
    return {}
  }
}
