import Bowser from 'bowser'

/** A browser in words that need no translation, such as "Firefox 131 · Windows"; null when it is unknown. */
export function deviceName(userAgent: string | undefined): string | null {
  if (!userAgent) return null
  const { browser, os } = Bowser.parse(userAgent)
  const name = [browser.name, browser.version?.split('.')[0]].filter(Boolean).join(' ')
  const words = [name, os.name].filter(Boolean)
  return (words.length > 0 ? words.join(' · ') : userAgent).slice(0, 120)
}
