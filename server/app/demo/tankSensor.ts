import { type TankGeometry, tankCurve } from '#core/domains/tanks/volume/tankVolume.ts'
import { type Measure, type RawReading, rawToHeight } from '#core/domains/telemetry/levels/rawToHeight.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import sensors from '#facts/sensors.json' with { type: 'json' }
import type { SeededRandom } from './seededRandom.ts'

export type SensorName = keyof typeof sensors

/** Measured quantity, scatter and step of each sensor, in its own unit. */
export const SENSORS = sensors as Readonly<
  Record<SensorName, { measure: Measure; noise: number; step: number }>
>

export interface TankSensor {
  /** The raw value at that level, in percent of the capacity. */
  rawAt: (percent: number, random: SeededRandom) => number
  /** The raw value of a bad echo: some other surface in the tank. */
  echo: (random: SeededRandom) => number
}

interface SensedTank {
  sensor: SensorName
  /** mm */
  sensor_offset: number
  gravity: number
  geometry: TankGeometry | null
}

/** The sensor of a planned port; null for one that watches no tank. */
export function tankSensor({ sensor, sensor_offset, gravity, geometry }: SensedTank): TankSensor | null {
  if (!geometry) return null
  const { measure, noise, step } = SENSORS[sensor]
  const { capacity } = geometry
  const curve = tankCurve(geometry)
  const { tankHeight } = curve
  const reading = { measure, sensorOffset: sensor_offset, tankHeight, specificGravity: gravity }
  // A search per reading would be slow, and a table for all tanks at once would delay the start.
  let heights: number[] | undefined
  function heightAt(percent: number): number {
    heights ??= Array.from({ length: 101 }, (_, one) => curve.heightAt((capacity * one) / 100))
    const below = Math.min(Math.floor(percent), 99)
    const [least, most] = [itemAt(heights, below), itemAt(heights, below + 1)]
    return least + (percent - below) * (most - least)
  }
  // A dial shows the percent of the volume, whatever the tank's shape.
  const shown = measure === 'volume_percent' ? (percent: number) => percent : heightToRaw(reading, heightAt)
  const rounded = (raw: number) => Math.round(Math.round(raw / step) * step * 1000) / 1000
  return {
    rawAt: (percent, random) => rounded(Math.max(shown(percent) + noise * random.normal(), 0)),
    echo: (random) => rounded(shown(random.between(2, 98))),
  }
}

type Sensor = Pick<RawReading, 'measure' | 'sensorOffset' | 'tankHeight' | 'specificGravity'>

/** The inverse of `rawToHeight`, which is linear between 4 and 20 of any unit. */
export function heightToRaw(sensor: Sensor, heightAt: (level: number) => number): (level: number) => number {
  const [low, high] = [4, 20].map((raw) => rawToHeight({ ...sensor, raw, temperature: null }))
  if (low == null || high == null) throw new RangeError(`a ${sensor.measure} gives no height`)
  return (level) => Math.max(4 + (16 * (heightAt(level) - low)) / (high - low), 0)
}
