import { momentAt } from '#core/platform/time/momentAt.ts'
import { type WeekWindow, weekdayOf, windowOrder } from '#core/platform/time/weekWindows.ts'

/** Facts of a site that determine its delivery windows. */
interface Receiving {
  readonly time_zone: string
  /** Null: at any time. */
  readonly delivery_windows: readonly WeekWindow[] | null
}

/** A time span; `to` is exclusive. */
export interface Stretch {
  readonly from: Date
  readonly to: Date
}

/**
 * The delivery windows of a site on a day of its calendar, in order; empty if closed. Hours are in local time: on days of a
 * clock change a window may be an hour shorter or longer, and a window within the skipped hour does not exist.
 * @param day YYYY-MM-DD
 */
export function windowsOn({ time_zone, delivery_windows }: Receiving, day: string): Stretch[] {
  const at = (time: string) => momentAt(time_zone, day, time)
  if (delivery_windows === null) return [{ from: at('00:00'), to: at('24:00') }]
  return delivery_windows
    .filter((window) => window.day === weekdayOf(day))
    .toSorted(windowOrder)
    .map(({ from, to }) => ({ from: at(from), to: at(to) }))
    .filter(({ from, to }) => from < to)
}
