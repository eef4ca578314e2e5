import { type TankCurve, tankCurve } from '#core/domains/tanks/tankVolume.ts'
import type { Measure } from '#core/domains/telemetry/rawToHeight.ts'
import type { SensorName } from './demoLiquids.ts'
import { heightToRaw } from './heightToRaw.ts'
import type { PlannedPort } from './plannedDevice.ts'
import type { SeededRandom } from './seededRandom.ts'

/** What each sensor measures, how much it scatters and in which steps it tells, in its own unit. */
export const SENSORS: Readonly<Record<SensorName, { measure: Measure; noise: number; step: number }>> = {
  'Ultrasonic distance': { measure: 'distance', noise: 2.2, step: 1 },
  'Radar distance': { measure: 'distance', noise: 1.1, step: 1 },
  Pressure: { measure: 'pressure', noise: 0.02, step: 0.01 },
  '4–20 mA loop': { measure: 'current', noise: 0.012, step: 0.01 },
  'Float gauge': { measure: 'percent', noise: 0.22, step: 0.2 },
  'Volume dial': { measure: 'volume_percent', noise: 0.22, step: 0.2 },
  Magnetostrictive: { measure: 'height', noise: 0.5, step: 0.1 },
  Temperature: { measure: 'temperature', noise: 0.2, step: 0.1 },
}

export interface TankSensor {
  /** What it shows at that level, in percent of the capacity. */
  rawAt: (percent: number, random: SeededRandom) => number
  /** What a bad echo looks like: some other surface in the tank. */
  echo: (random: SeededRandom) => number
}

const SAMPLES = 512
const STEPS_A_POINT = 10

/** The sensor of a planned port; null for one that watches no tank. */
export function tankSensor(port: PlannedPort): TankSensor | null {
  const { tank } = port
  if (!tank) return null
  const curve = tankCurve(tank)
  // The table is made with the first reading: for all tanks at once it would hold up the start.
  let made: ReturnType<typeof heightsOf> | undefined
  const heightAt = (percent: number) => {
    made ??= heightsOf(curve)
    return made(percent)
  }
  const { noise, step } = SENSORS[port.sensor]
  const sensor = {
    measure: SENSORS[port.sensor].measure,
    sensorOffset: port.sensorOffset,
    tankHeight: curve.tankHeight,
    specificGravity: port.gravity,
  }
  if (sensor.measure === 'volume_percent') return dial(SENSORS[port.sensor])
  const rounded = (raw: number) => Math.round(Math.round(raw / step) * step * 1000) / 1000
  return {
    rawAt: (percent, random) => rounded(heightToRaw(sensor, heightAt(percent)) + noise * random.normal()),
    echo: (random) => rounded(heightToRaw(sensor, curve.tankHeight * random.between(0.02, 0.98))),
  }
}

/** The dial of a tank shows the percent of its volume, whatever its shape; a bad echo of it is any other figure. */
function dial({ noise, step }: { noise: number; step: number }): TankSensor {
  const rounded = (raw: number) => Math.round(Math.round(raw / step) * step * 1000) / 1000
  return {
    rawAt: (percent, random) => Math.max(rounded(percent + noise * random.normal()), 0),
    echo: (random) => rounded(random.between(2, 98)),
  }
}

/** From percent of the capacity to the liquid's height, by a table: a search for every reading would take long. */
function heightsOf(curve: TankCurve): (percent: number) => number {
  const heights = Array.from({ length: SAMPLES + 1 }, (_, i) => (curve.tankHeight * i) / SAMPLES)
  const percents = heights.map((height) => curve.percentAt(height))
  const table = new Float64Array(100 * STEPS_A_POINT + 1)
  let place = 1
  for (let i = 0; i < table.length; i += 1) {
    const percent = i / STEPS_A_POINT
    while (place < SAMPLES && percents[place]! < percent) place += 1
    const [low, high] = [percents[place - 1]!, percents[place]!]
    const share = high > low ? (percent - low) / (high - low) : 1
    table[i] = heights[place - 1]! + Math.min(Math.max(share, 0), 1) * (curve.tankHeight / SAMPLES)
  }
  return (percent) => {
    const at = Math.min(Math.max(percent, 0), 100) * STEPS_A_POINT
    const below = Math.min(Math.floor(at), table.length - 2)
    return table[below]! + (at - below) * (table[below + 1]! - table[below]!)
  }
}
