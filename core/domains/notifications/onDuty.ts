import { windowsOn } from '#core/domains/companies/windowsOn.ts'
import { calendarDay } from '#core/platform/time/calendarDay.ts'
import type { WeekWindow } from '#core/platform/time/weekWindows.ts'

export interface Shift {
  readonly position: number
  readonly hours: readonly WeekWindow[]
  readonly time_zone: string
}

const DAY_MS = 86_400_000

/** The shifts on duty at a moment at the next position of their plan; they are notified together. */
export function nextOnDuty<S extends Shift>(plan: readonly S[], at: Date, after: number): S[] {
  const later = plan.filter((shift) => shift.position > after && isOnDuty(shift, at))
  const next = Math.min(...later.map(({ position }) => position))
  return later.filter(({ position }) => position === next)
}

/** Time zones are up to 14 hours from UTC, so a local day is the UTC day or an adjacent one. */
function isOnDuty({ hours, time_zone }: Shift, at: Date): boolean {
  return [-DAY_MS, 0, DAY_MS].some((shift) =>
    windowsOn({ time_zone, delivery_windows: hours }, calendarDay(at.getTime() + shift)).some(
      ({ from, to }) => from <= at && at < to,
    ),
  )
}
