import { netVolume, REFERENCE_CELSIUS } from '#core/domains/tanks/temperatureCorrection.ts'
import { climateAt } from '#core/domains/weather/climate.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { calendarDay } from '#core/platform/time/calendarDay.ts'
import stations from '#facts/weather.json' with { type: 'json' }
import type { Town } from './facts.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/**
 * 1 July 2014, the first day of the stations' data: the middle between the highest and the lowest temperature at NOAA's stations (Global
 * Historical Climatology Network, a work of the United States' government, free to use), as `@observablehq/sample-datasets` 1.0.1 (ISC)
 * ships them.
 */
const FIRST_DAY = Date.UTC(2014, 6, 1) / DAY
const DAYS = 365
/** Degrees of longitude that the weather moves eastwards per day. */
const DEGREES_PER_DAY = 12
/** West of it the Pacific makes the weather. */
const ROCKIES = -104
/** Share of the difference to the air's temperature that a tank takes on per day. */
const HEAT_EXCHANGE = 0.5

/** Memoizes a function by its key. */
export function remembered<K, V>(of: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const value = of(key)
    known.set(key, value)
    return value
  }
}

/**
 * °C of air and liquid at a town, by days counted from 1970 by its clock: the climate of the town plus the departure that the same day of
 * the year had at one of two stations.
 */
const weatherOf = remembered((town: Town) => {
  const departures = departuresAt(town)
  const climate = climateAt(town.latitude, town.longitude)
  const air = remembered(
    (day: number) => climate(calendarDay(day * DAY)).mean + itemAt(departures, placeOf(day)),
  )
  const liquid = remembered((day: number) => {
    let celsius = air(day - 12)
    for (let one = day - 11; one <= day; one += 1) celsius += HEAT_EXCHANGE * (air(one) - celsius)
    return celsius
  })
  return { air, liquid }
})

/** Mean temperature of a day at a town, °C. */
export function meanOfDay(town: Town, day: number): number {
  return weatherOf(town).air(day)
}

/** °C of the air at a moment: coldest before sunrise, warmest in the afternoon. */
export function airAt(town: Town, time: number): number {
  const hours = time / HOUR + town.utcOffset
  return (
    between(weatherOf(town).air, hours / 24 - 0.5) + 5 * Math.cos((2 * Math.PI * ((hours % 24) - 15)) / 24)
  )
}

/** °C of the liquid in a tank at a moment: it follows the days, and hardly the hours. */
export function liquidAt(town: Town, time: number): number {
  return between(weatherOf(town).liquid, (time / HOUR + town.utcOffset) / 24 - 1)
}

function between(of: (day: number) => number, place: number): number {
  const day = Math.floor(place)
  return of(day) + (place - day) * (of(day + 1) - of(day))
}

/** Departures of the station's days from its climate, shifted by the days that the weather takes from one place to the other. */
function departuresAt({ longitude }: Town): number[] {
  const station = itemAt(stations, longitude < ROCKIES ? 1 : 0)
  const climate = climateAt(station.latitude, station.longitude)
  const off = station.means.map((mean, i) => mean - climate(calendarDay((FIRST_DAY + i) * DAY)).mean)
  // The mean error of the climate's formula at the station does not apply to the town.
  const usual = off.reduce((sum, item) => sum + item, 0) / DAYS
  const later = Math.round((station.longitude - longitude) / DEGREES_PER_DAY)
  return off.map((_, i) => itemAt(off, (i + later + DAYS) % DAYS) - usual)
}

/** Index of the same day of the year in the stations' data; 29 February maps to the day before. */
function placeOf(day: number): number {
  const date = new Date(day * DAY)
  const [month, ofMonth] = [date.getUTCMonth(), date.getUTCDate()]
  const same = Date.UTC(month < 6 ? 2015 : 2014, month, month === 1 ? Math.min(ofMonth, 28) : ofMonth)
  return same / DAY - FIRST_DAY
}

const STEPS_A_DEGREE = 10
const swellingsOf = remembered((group: string) =>
  remembered((specificGravity: number) =>
    remembered((step: number) => {
      const liquid = { group, specificGravity, celsius: step / STEPS_A_DEGREE }
      return 1 / (netVolume(1, liquid, REFERENCE_CELSIUS.metric) ?? 1)
    }),
  ),
)

/** Volume of a port's liquid at a temperature, as a multiple of its volume at the reference temperature. */
export function swelling({ group, gravity }: { group: string; gravity: number }, celsius: number): number {
  return swellingsOf(group)(gravity)(Math.round(celsius * STEPS_A_DEGREE))
}

const hoursIn = remembered((timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' })
  return remembered((hour: number) => Number(format.format(hour * HOUR)))
})

/** Hour of the clock in a time zone at a moment, 0 to 23. The demo's zones differ from UTC by whole hours. */
export function clockHour(timeZone: string, time: number): number {
  return hoursIn(timeZone)(Math.floor(time / HOUR))
}
