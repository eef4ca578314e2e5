import { type TankCurve, type TankGeometry, tankCurve } from '#core/domains/tanks/tankVolume.ts'
import { type Measure, type RawReading, rawToHeight } from '#core/domains/telemetry/rawToHeight.ts'
import sensors from '#facts/sensors.json' with { type: 'json' }
import type { SeededRandom } from './seededRandom.ts'

export type SensorName = keyof typeof sensors

/** What each sensor measures, how much it scatters and in which steps it tells, in its own unit. */
export const SENSORS = sensors as Readonly<
  Record<SensorName, { measure: Measure; noise: number; step: number }>
>

export interface TankSensor {
  /** What it shows at that level, in percent of the capacity. */
  rawAt: (percent: number, random: SeededRandom) => number
  /** What a bad echo looks like: some other surface in the tank. */
  echo: (random: SeededRandom) => number
}

const SAMPLES = 512
const STEPS_A_POINT = 10

interface SensedTank {
  sensor: SensorName
  /** mm */
  sensor_offset: number
  gravity: number
  tank: TankGeometry | null
}

/** The sensor of a planned port; null for one that watches no tank. */
export function tankSensor(port: SensedTank): TankSensor | null {
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
    sensorOffset: port.sensor_offset,
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

type Sensor = Pick<RawReading, 'measure' | 'sensorOffset' | 'tankHeight' | 'specificGravity'>

/** What a sensor shows at a height of the liquid in mm: the way back of `rawToHeight`. */
export function heightToRaw(sensor: Sensor, height: number): number {
  const { measure, sensorOffset, tankHeight } = sensor
  switch (measure) {
    case 'distance':
      return tankHeight + sensorOffset - height
    case 'height':
      return height
    case 'pressure':
      return Math.max((height - sensorOffset) / millimetresAKilopascal(sensor), 0)
    case 'current':
      return 4 + (16 * height) / tankHeight
    case 'percent':
      return (height / tankHeight) * 100
    case 'volume_percent':
    case 'temperature':
      throw new RangeError(`a ${measure} tells no height`)
  }
}

function millimetresAKilopascal(sensor: Sensor): number {
  return rawToHeight({ ...sensor, raw: 1, sensorOffset: 0, temperature: null })!
}
