import { itemAt } from '#core/platform/lists/itemAt.ts'
import { CLIMATE_CORRELATION, CLIMATE_DOUBT, type ClimateDay } from './climate.ts'
import type { WeatherDay } from './openMeteo.ts'

/** A day measured by a device, °C: its mean, and the range between its coldest and warmest quarter. */
export interface DeviceDay extends WeatherDay {
  span: number
}

/** Number of days judged together, and the minimum number. */
const TOGETHER = 28
const MIN_DAYS = 14
/** Maximum standard deviations of their mean from the climate, and of single days from the others. */
const MAX_MEAN_DEVIATIONS = 2
const MAX_DAY_DEVIATIONS = 5
/** Steps from day to day, as a multiple of the climate's: indoors there are hardly any. */
const STEPS = [0.4, 2] as const
/** Maximum range between the quarters of a day, °C: in the shade it is smaller, even in a desert. */
const MAX_SPAN = 20

/**
 * The days whose device temperatures can be outdoor air, oldest first; none for a device in a heated room or in the sun. Judged
 * backwards from the newest days, while they agree with the climate of the place in mean and in day-to-day variation. Days
 * before a disagreement are dropped as well.
 */
export function outdoorDays(
  days: readonly DeviceDay[],
  climate: (date: string) => ClimateDay,
): readonly WeatherDay[] {
  const believed: WeatherDay[][] = []
  for (let end = days.length; end >= MIN_DAYS; ) {
    // A rest too short to be judged is joined with the days after it.
    const start = end - TOGETHER >= MIN_DAYS ? end - TOGETHER : 0
    const found = outdoorBlock(days.slice(start, end), climate)
    if (found === null) break
    believed.push(found)
    end = start
  }
  return believed.reverse().flat()
}

function outdoorBlock(
  block: readonly DeviceDay[],
  climate: (date: string) => ClimateDay,
): WeatherDay[] | null {
  const variance = meanOf(block.map(({ date }) => climate(date).deviation ** 2))
  const usual = medianOf(block.map(({ date, mean }) => mean - climate(date).mean))
  // A day that no weather explains is a sensor error, and says nothing about the others.
  const days = block.filter(
    ({ date, mean }) =>
      Math.abs(mean - climate(date).mean - usual) <= MAX_DAY_DEVIATIONS * Math.sqrt(variance),
  )
  const off = days.map(({ date, mean }) => mean - climate(date).mean)
  const middle = meanOf(off)
  // Allowed deviation: the weather of `days.length` correlated days, and the uncertainty of the climate formula.
  const lasting = (1 + CLIMATE_CORRELATION) / (1 - CLIMATE_CORRELATION)
  const allowed = Math.hypot(CLIMATE_DOUBT, Math.sqrt((variance * lasting) / days.length))
  if (Math.abs(middle) > MAX_MEAN_DEVIATIONS * allowed) return null
  if (medianOf(days.map(({ span }) => span)) > MAX_SPAN) return null
  const steps: number[] = []
  for (let i = 1; i < days.length; i += 1)
    if (Date.parse(itemAt(days, i).date) - Date.parse(itemAt(days, i - 1).date) === DAY)
      steps.push((itemAt(off, i) - itemAt(off, i - 1)) ** 2)
  if (steps.length < MIN_DAYS / 2) return null
  const share = Math.sqrt(meanOf(steps) / (2 * (1 - CLIMATE_CORRELATION) * variance))
  if (share < STEPS[0] || share > STEPS[1]) return null
  return days.map(({ date, mean }) => ({ date, mean }))
}

const DAY = 86_400_000

const medianOf = (values: readonly number[]) =>
  itemAt(
    values.toSorted((a, b) => a - b),
    values.length >> 1,
  )

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
