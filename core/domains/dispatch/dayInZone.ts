const formats = new Map<string, Intl.DateTimeFormat>()

/** The calendar day of a moment (epoch milliseconds) at a place, YYYY-MM-DD; of a zone that nobody knows, as in `otherwise`. */
export function dayInZone(time: number, zone: string | null, otherwise: string): string {
  return formatOf(zone ?? otherwise, otherwise).format(time)
}

function formatOf(timeZone: string, otherwise: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = formatIn(timeZone) ?? formatIn(otherwise) ?? formatIn('UTC')!
  formats.set(timeZone, made)
  return made
}

function formatIn(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    // Of all languages' ways to write a day this one is that of the wire.
    return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  } catch {
    return undefined
  }
}
