import type { Town } from './towns.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** °C at a town; `swing` is how far a thing follows the air: 1 a thin box in the sun, 0.3 a tank of oil. */
export function weatherAt({ latitude, utcOffset }: Town, time: number, swing: number): number {
  const yearly = 12.5 - (latitude - 40) * 0.85
  const season = Math.cos((2 * Math.PI * (time / DAY - 200)) / 365.25)
  const hour = (time / HOUR + utcOffset) % 24
  const daily = Math.cos((2 * Math.PI * (hour - 15)) / 24)
  const front = Math.sin(time / (2.3 * DAY) + latitude) + Math.sin(time / (5.1 * DAY) + 2 * latitude)
  return yearly + swing * (13 * season + 5 * daily + 2.5 * front) + (1 - swing) * 9 * season
}
