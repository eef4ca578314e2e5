import type { DayAhead } from '#core/domains/telemetry/forecast.ts'
import { LONGEST } from '#core/domains/telemetry/forecasting/pathOutcomes.ts'
import { expectedDegreeDays } from '#core/domains/weather/climate.ts'
import { type DegreeDayBase, degreeDays } from '#core/domains/weather/degreeDays.ts'
import { calendarDay } from '#core/platform/calendarDay.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import { type PlaceWeather, readWeather } from '#server/domains/weather/readWeather.ts'
import type { Context } from '#server/platform/context.ts'

interface Port {
  device_id: number
  /** When its level was measured. */
  at: string
  /** From what daily mean on nobody heats, where the tank or its product says so: it heats. Null where the settings say it. */
  degree_day_base: DegreeDayBase | null
}

/** The degree days of a tank's place. */
export interface TankDegreeDays {
  /** Of a day that has been, where it is known how cold it was; of a tank that heats, else what its climate lets expect. */
  inPast: (date: string) => number | undefined
  /** From a day on: what is foretold, then what the climate lets expect; nothing where nothing is known of the past. */
  ahead: (from: string) => DayAhead[]
  /** From a day on: what the climate lets expect, whatever the weather was then. */
  expected: (from: string) => DayAhead[]
  /** Daily means that are known of its place, °C, by date. */
  air: () => ReadonlyMap<string, number>
  /** The days that have been are as its own device has measured them. */
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

/** The degree days at the places of tanks, so many days back and as far ahead as forecasts go. */
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
    const there = weather.get(port.device_id)
    const base = port.degree_day_base ?? (degree_day_base as DegreeDayBase)
    if (!there) return NOWHERE
    if (there.known.length > 0) return degreeDaysAt(there, base)
    // Beside real days a season can be told from a trend; a climate alone would take every trend for its own.
    return port.degree_day_base === null ? NOWHERE : degreeDaysAt(there, base)
  }
}

function degreeDaysAt({ known, climate, toldBy }: PlaceWeather, base: DegreeDayBase): TankDegreeDays {
  const measured = new Map(known.map(({ date, mean }) => [date, degreeDays(mean, base)]))
  // Forecasts of many past days ask for the same days again and again: each is worked out, and handed to a thread, once.
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
    // Days of which nobody has told are not known: next to real days an expectation would be another measure.
    inPast: (date) => (measured.size > 0 ? measured.get(date) : expected(date)),
    ahead: (from) =>
      daysFrom(from, (date) => {
        const told = measured.get(date)
        return told === undefined ? expectedOn(date) : { date, degree_days: told }
      }),
    expected: (from) => daysFrom(from, expectedOn),
    air: () => new Map(known.map(({ date, mean }) => [date, mean])),
    isMeasured: toldBy === 'device',
  }
}
