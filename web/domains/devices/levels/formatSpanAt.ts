import { dateFormat, type Reader } from '#web/platform/format/format.ts'

/** From one instant to another as `formatInstantAt` shows them; their common parts only once. */
export function formatSpanAt(from: string, to: string, reader: Reader, zone: string): string {
  const format = dateFormat(reader.language, {
    ...{ year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    timeZone: zone,
    ...(zone !== reader.timeZone && { timeZoneName: 'short' }),
  })
  return format.formatRange(new Date(from), new Date(to))
}
