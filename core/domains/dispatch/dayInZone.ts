const formats = new Map<string, Intl.DateTimeFormat>()

/** The calendar day (YYYY-MM-DD) of a moment (epoch milliseconds) in a time zone; an unknown zone falls back to `otherwise`. */
export function dayInZone(time: number, zone: string | null, otherwise: string): string {
  return formatOf(zone ?? otherwise, otherwise).format(time)
}

function formatOf(timeZone: string, otherwise: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = formatIn(timeZone) ?? formatIn(otherwise) ?? formatIn('UTC')!
  formats.set(timeZone, format)
  return format
}

function formatIn(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    // The locale en-CA formats days as YYYY-MM-DD.
    return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  } catch {
    return undefined
  }
}
