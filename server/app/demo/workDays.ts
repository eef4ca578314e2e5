import holidays from '#facts/holidays.json' with { type: 'json' }
import { remembered } from './demoWeather.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Hours of deliveries. */
const OPEN = { from: 7, until: 17 }

interface Place {
  utcOffset: number
}

/** Whether a day has no deliveries: Sundays and holidays of the United States. Days are counted from 1970. */
export const isClosed = remembered((day: number): boolean => {
  const date = new Date(day * DAY)
  const [weekday, ofMonth] = [date.getUTCDay(), date.getUTCDate()]
  const isThen = (one: (typeof holidays)[number]) =>
    one.weekday === undefined
      ? ofMonth === one.day
      : weekday === one.weekday && ofMonth >= one.day && ofMonth < one.day + 7
  return (
    weekday === 0 || holidays.some((holiday) => holiday.month === date.getUTCMonth() + 1 && isThen(holiday))
  )
})

/** The day at a place, counted from 1970, and the hour of its clock, ignoring summer time. */
export function dayAndHour({ utcOffset }: Place, time: number): { day: number; hour: number } {
  const hours = Math.floor(time / HOUR) + utcOffset
  const day = Math.floor(hours / 24)
  return { day, hour: hours - day * 24 }
}

/** Trucks come by day, and not when their company is closed. */
export function isDeliveryTime(place: Place, time: number): boolean {
  const { day, hour } = dayAndHour(place, time)
  return hour >= OPEN.from && hour < OPEN.until && !isClosed(day)
}

/** The nearest day with deliveries, forwards (1) or backwards (-1). */
export function openDay(day: number, step: 1 | -1): number {
  return isClosed(day) ? openDay(day + step, step) : day
}

/** In the first hours of an open day: how long no truck could come before, ms; otherwise 0. */
export function closedBefore(place: Place, time: number): number {
  const { day, hour } = dayAndHour(place, time)
  if (hour < OPEN.from || hour > OPEN.from + 1 || isClosed(day)) return 0
  return (day - openDay(day - 1, -1)) * DAY - (OPEN.until - hour) * HOUR
}
