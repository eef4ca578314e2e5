import { z } from 'zod'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { isCalendarDay } from '#core/platform/time/calendarDay.ts'
import { middleOf, type WeatherCell } from './weatherCell.ts'

/** Days of past and forecast (including today) that a provider of this format has. */
const PAST_DAYS = 92
const FORECAST_DAYS = 16

/** °C: temperatures beyond the records on earth (−89.2, 56.7) are errors of the provider. */
const COLDEST = -90
const HOTTEST = 60

/** The mean temperature of a day at a place, °C. */
export interface WeatherDay {
  date: string
  mean: number
}

/** The provider's response cannot be used. */
export class WrongWeather extends Error {}

const Place = z.object({
  daily: z.object({ time: z.array(z.string()), temperature_2m_mean: z.array(z.number().nullable()) }),
})

/**
 * The query for the daily means of several cells at once, in the format of Open-Meteo's forecast
 * (https://open-meteo.com/en/docs); days are in local time.
 */
export function weatherQuery(cells: readonly WeatherCell[]): Record<string, string> {
  const middles = cells.map(middleOf)
  return {
    latitude: middles.map(({ latitude }) => latitude).join(','),
    longitude: middles.map(({ longitude }) => longitude).join(','),
    daily: 'temperature_2m_mean',
    past_days: String(PAST_DAYS),
    forecast_days: String(FORECAST_DAYS),
    timezone: 'auto',
  }
}

/**
 * Reads the days of each requested cell, in order. The response for one place is an object, for several a list. Days without a
 * value are left out.
 * @throws WrongWeather if the response is malformed, or has another number of places, invalid days, or impossible temperatures.
 */
export function readWeather(text: string, expected: number): WeatherDay[][] {
  const parsed = z.array(Place).safeParse(listOf(text))
  if (!parsed.success) throw new WrongWeather('the provider did not respond with daily temperatures')
  if (parsed.data.length !== expected)
    throw new WrongWeather(`the provider responded with ${parsed.data.length} places instead of ${expected}`)
  return parsed.data.map(({ daily: { time, temperature_2m_mean: means } }) => {
    if (means.length !== time.length) throw new WrongWeather('the numbers of temperatures and days differ')
    return time.flatMap((date, i) => dayOf(date, itemAt(means, i)))
  })
}

function listOf(text: string): unknown {
  try {
    return [JSON.parse(text)].flat()
  } catch {
    throw new WrongWeather('the provider did not respond with JSON')
  }
}

function dayOf(date: string, mean: number | null): WeatherDay[] {
  if (!isCalendarDay(date)) throw new WrongWeather(`${date.slice(0, 40)} is no calendar day`)
  if (mean === null) return []
  if (!(mean >= COLDEST && mean <= HOTTEST)) throw new WrongWeather(`${mean} °C on ${date}`)
  return [{ date, mean }]
}
