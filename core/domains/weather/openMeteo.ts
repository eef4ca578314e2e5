import { z } from 'zod'
import { isCalendarDay } from '#core/platform/calendarDay.ts'
import { middleOf, type WeatherCell } from './weatherCell.ts'

/** Days that a provider of the format keeps beside the forecast, and days that it foretells, today's included. */
const PAST_DAYS = 92
const FORECAST_DAYS = 16

/** °C: colder and hotter days than any that was measured on earth (−89.2, 56.7) are a fault of the provider. */
const COLDEST = -90
const HOTTEST = 60

/** The mean temperature of a day at a place, in °C. */
export interface WeatherDay {
  date: string
  mean: number
}

/** Why an answer cannot be used. */
export class WrongWeather extends Error {}

const Place = z.object({
  daily: z.object({ time: z.array(z.string()), temperature_2m_mean: z.array(z.number().nullable()) }),
})

/**
 * What is asked of a provider for the daily means of some squares at once, in the format of Open-Meteo's forecast
 * (https://open-meteo.com/en/docs): days are those of each place.
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
 * The days of each square that was asked for, in their order. A place alone is answered by itself, several as a list.
 * Days without a figure are left out.
 * @throws WrongWeather: no such answer, another number of places, days that are none, temperatures that cannot be.
 */
export function readWeather(text: string, asked: number): WeatherDay[][] {
  const told = z.array(Place).safeParse(listOf(text))
  if (!told.success) throw new WrongWeather('the provider answered something else than daily temperatures')
  if (told.data.length !== asked)
    throw new WrongWeather(`${told.data.length} places were answered, ${asked} asked`)
  return told.data.map(({ daily: { time, temperature_2m_mean: means } }) => {
    if (means.length !== time.length) throw new WrongWeather('there are more or fewer temperatures than days')
    return time.flatMap((date, i) => dayOf(date, means[i]!))
  })
}

function listOf(text: string): unknown {
  try {
    return [JSON.parse(text)].flat()
  } catch {
    throw new WrongWeather('the provider did not answer JSON')
  }
}

function dayOf(date: string, mean: number | null): WeatherDay[] {
  if (!isCalendarDay(date)) throw new WrongWeather(`${date.slice(0, 40)} is no day`)
  if (mean === null) return []
  if (!(mean >= COLDEST && mean <= HOTTEST)) throw new WrongWeather(`${mean} °C on ${date}`)
  return [{ date, mean }]
}
