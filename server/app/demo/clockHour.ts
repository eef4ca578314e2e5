const HOUR = 3_600_000

const zones = new Map<string, { format: Intl.DateTimeFormat; hours: Map<number, number> }>()

/** The hour that clocks in a time zone show at a moment, 0 to 23. The zones of the demo differ from UTC by whole hours. */
export function clockHour(timeZone: string, time: number): number {
  const zone = zones.get(timeZone) ?? {
    format: new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }),
    hours: new Map(),
  }
  zones.set(timeZone, zone)
  const hour = Math.floor(time / HOUR)
  const found = zone.hours.get(hour)
  if (found !== undefined) return found
  const shown = Number(zone.format.format(time))
  zone.hours.set(hour, shown)
  return shown
}
