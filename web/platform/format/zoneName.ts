/** The name of a time zone, "Eastern Time · Detroit"; its identifier if the runtime does not know it. */
export function zoneName(zone: string, language: string): string {
  const city = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  try {
    const format = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'longGeneric' })
    const name = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value
    return name ? `${name} · ${city}` : zone
  } catch {
    return zone
  }
}
