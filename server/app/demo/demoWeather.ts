import { climateAt } from '#core/domains/weather/climate.ts'
import { calendarDay } from '#core/platform/calendarDay.ts'
import type { Town } from './towns.ts'
import { WEATHER_STATIONS } from './weatherStations.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** 1 July 2014, the first of the stations' days. */
const FIRST = Date.UTC(2014, 6, 1) / DAY
const DAYS = 365
/** Degrees of longitude that the weather moves eastwards in a day. */
const A_DAY = 12
/** West of it the Pacific makes the weather. */
const ROCKIES = -104
/** How much of the air's warmth a tank takes on in a day. */
const TAKEN_ON = 0.5

interface TownWeather {
  air: (day: number) => number
  liquid: (day: number) => number
}

const known = new Map<string, TownWeather>()

/**
 * Mean temperature of a day at a town, °C; days are counted from 1970, by the clock of the town. The climate of the town, and
 * as far from it as the same day of the year really was at one of two stations.
 */
export function meanOfDay(town: Town, day: number): number {
  return weatherOf(town).air(day)
}

/** °C of the air at a moment: coldest before sunrise, warmest in the afternoon. */
export function airAt(town: Town, time: number): number {
  const hours = time / HOUR + town.utcOffset
  const day = hours / 24 - 0.5
  const daily = 5 * Math.cos((2 * Math.PI * ((hours % 24) - 15)) / 24)
  return between(weatherOf(town).air, day) + daily
}

/** °C of the liquid in a tank at a moment: it follows the days, and hardly the hours. */
export function liquidAt(town: Town, time: number): number {
  return between(weatherOf(town).liquid, (time / HOUR + town.utcOffset) / 24 - 1)
}

function between(of: (day: number) => number, place: number): number {
  const day = Math.floor(place)
  return of(day) + (place - day) * (of(day + 1) - of(day))
}

function weatherOf(town: Town): TownWeather {
  const found = known.get(town.town)
  if (found) return found
  const departures = departuresAt(town)
  const climate = climateAt(town.latitude, town.longitude)
  const air = remembered((day) => climate(calendarDay(day * DAY)).mean + departures[placeOf(day)]!)
  const liquid = remembered((day) => {
    let celsius = air(day - 12)
    for (let one = day - 11; one <= day; one += 1) celsius += TAKEN_ON * (air(one) - celsius)
    return celsius
  })
  known.set(town.town, { air, liquid })
  return { air, liquid }
}

/** How far the station's days were from its climate, moved by the days that the weather takes from one to the other. */
function departuresAt({ longitude }: Town): number[] {
  const station = WEATHER_STATIONS[longitude < ROCKIES ? 1 : 0]
  const climate = climateAt(station.latitude, station.longitude)
  const off = station.means.map((mean, i) => Number(mean) - climate(calendarDay((FIRST + i) * DAY)).mean)
  // By how much the climate's formula is off at the station says nothing of the town.
  const usual = off.reduce((sum, one) => sum + one, 0) / DAYS
  const there = off.map((one) => one - usual)
  const later = Math.round((station.longitude - longitude) / A_DAY)
  return there.map((_, i) => there[(i + later + DAYS) % DAYS]!)
}

/** Which of the stations' days is the same day of the year; 29 February is the day before. */
function placeOf(day: number): number {
  const date = new Date(day * DAY)
  const [month, ofMonth] = [date.getUTCMonth(), date.getUTCDate()]
  const same = Date.UTC(month < 6 ? 2015 : 2014, month, month === 1 ? Math.min(ofMonth, 28) : ofMonth)
  return same / DAY - FIRST
}

function remembered(of: (day: number) => number): (day: number) => number {
  const days = new Map<number, number>()
  return (day) => {
    const found = days.get(day)
    if (found !== undefined) return found
    const value = of(day)
    days.set(day, value)
    return value
  }
}
