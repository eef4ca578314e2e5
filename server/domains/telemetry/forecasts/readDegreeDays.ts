import type { DayAhead } from '#core/domains/telemetry/forecast.ts'
import { LONGEST } from '#core/domains/telemetry/forecasting/pathOutcomes.ts'
import { expectedDegreeDays } from '#core/domains/weather/climate.ts'
import { type DegreeDayBase, degreeDays } from '#core/domains/weather/degreeDays.ts'
import { calendarDay } from '#core/platform/time/calendarDay.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import { type PlaceWeather, readWeather } from '#server/domains/weather/readWeather.ts'
import type { Context } from '#server/platform/context.ts'

interface Port {
  device_id: number
  /** When its level was measured. */
  at: string
  /**
   * Daily mean above which no one heats, if set for the tank or its product: the tank is then known to heat. Null to
   * use the setting.
   */
  degree_day_base: DegreeDayBase | null
}

/** Degree days at a tank's place. */
export interface TankDegreeDays {
  /** Degree days of a past day, if its temperature is known; for a heating tank otherwise the climate's expectation. */
  inPast: (date: string) => number | undefined
  /** Days from a day on, by the weather forecast, then the climate's expectation; empty if nothing is known of the past. */
  ahead: (from: string) => DayAhead[]
  /** Days from a day on, by the climate's expectation, ignoring the actual weather. */
  expected: (from: string) => DayAhead[]
  /** Known daily mean temperatures of its place, °C, by date. */
  air: () => ReadonlyMap<string, number>
  /** The past days were measured by the tank's own device. */
  isMeasured: boolean
}

const DAY = 86_400_000
const NOWHERE: TankDegreeDays = {
  inPast: () => undefined,
  ahead: () => [],
  expected: () => [],
  air: () => new Map(),
  isMeasured: false,
}

/** Degree days at the places of tanks, for the last `daysBack` and the horizon of forecasts. */
export async function readDegreeDays<P extends Port>(
  { db, now }: Context,
  ports: readonly P[],
  daysBack: number,
): Promise<(port: P) => TankDegreeDays> {
  const earliest = Math.min(now.getTime(), ...ports.map(({ at }) => Date.parse(at)))
  const since = calendarDay(earliest - (daysBack + 1) * DAY)
  const ids = [...new Set(ports.map(({ device_id }) => device_id))]
  const weather = await readWeather(db, ids, { since, today: calendarDay(now.getTime()) })
  const { degree_day_base } = await readSettings(db)
  return (port) => {
    const local = weather.get(port.device_id)
    const base = port.degree_day_base ?? degree_day_base
    if (!local) return NOWHERE
    if (local.known.length > 0) return degreeDaysAt(local, base)
    // With real days a season can be distinguished from a trend; with climate alone, every trend would look like season.
    return port.degree_day_base === null ? NOWHERE : degreeDaysAt(local, base)
  }
}

function degreeDaysAt({ known, climate, source }: PlaceWeather, base: DegreeDayBase): TankDegreeDays {
  const measured = new Map(known.map(({ date, mean }) => [date, degreeDays(mean, base)]))
  // Forecasts of many past days read the same days repeatedly: each is computed, and passed to a thread, once.
  const climateDays = new Map<string, DayAhead>()
  const expectedOn = (date: string): DayAhead => {
    const found = climateDays.get(date)
    if (found) return found
    const day = { date, degree_days: expectedDegreeDays(climate(date), base) }
    climateDays.set(date, day)
    return day
  }
  const expected = (date: string) => expectedOn(date).degree_days
  const daysFrom = (from: string, of: (date: string) => DayAhead) =>
    Array.from({ length: LONGEST }, (_, day) => of(calendarDay(Date.parse(from) + day * DAY)))
  return {
    // A past day without data stays unknown: an expectation next to real days would be a different measure.
    inPast: (date) => (measured.size > 0 ? measured.get(date) : expected(date)),
    ahead: (from) =>
      daysFrom(from, (date) => {
        const degree_days = measured.get(date)
        return degree_days === undefined ? expectedOn(date) : { date, degree_days }
      }),
    expected: (from) => daysFrom(from, expectedOn),
    air: () => new Map(known.map(({ date, mean }) => [date, mean])),
    isMeasured: source === 'device',
  }
}
