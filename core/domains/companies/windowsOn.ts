import { momentAt } from '#core/platform/momentAt.ts'
import { type WeekWindow, weekdayOf, windowOrder } from '#core/platform/weekWindows.ts'

/** What of a site tells when something may be brought. */
interface Receiving {
  readonly time_zone: string
  /** Nothing: at any time. */
  readonly delivery_windows: readonly WeekWindow[] | null
}

/** A stretch of time, from its first moment to the one that follows its last. */
export interface Stretch {
  readonly from: Date
  readonly to: Date
}

/**
 * When a site takes deliveries on a day of its own calendar, in order; nothing when it is closed. The hours are those of its
 * clock: on the days on which that changes a window may be an hour shorter or longer, and one that lies in the hour left out
 * is none.
 * @param day YYYY-MM-DD
 */
export function windowsOn({ time_zone, delivery_windows }: Receiving, day: string): Stretch[] {
  const at = (time: string) => momentAt(time_zone, day, time)
  if (delivery_windows === null) return [{ from: at('00:00'), to: at('24:00') }]
  return delivery_windows
    .filter((one) => one.day === weekdayOf(day))
    .toSorted(windowOrder)
    .map(({ from, to }) => ({ from: at(from), to: at(to) }))
    .filter(({ from, to }) => from < to)
}
