import type { TankCurve } from '#core/domains/tanks/volume/tankVolume.ts'
import { type Measure, rawToHeight } from './rawToHeight.ts'

/** Where a tank's shape comes from. */
export type ShapeSource = 'strapping' | 'template' | 'entered'
/** Sources of error of a volume. */
export type MarginPart = 'sensor' | 'shape' | 'density'

export interface MarginQuestion {
  measure: Measure
  curve: TankCurve
  /** mm of liquid, L in the tank, capacity in L. */
  height: number
  volume: number
  capacity: number
  specificGravity: number
  /** ± and resolution of the raw value (mm, kPa, mA, percent); null = typical of that measure. */
  accuracy: number | null
  resolution: number | null
  shape: ShapeSource
  isTemperatureKnown: boolean
}

/** ± L at 95 %, with its parts, largest first. */
export interface VolumeMargin {
  litres: number
  parts: { part: MarginPart; litres: number }[]
}

/** Typical data-sheet values for sensor types without their own: ± and resolution of the raw value. */
const USUAL: Record<Exclude<Measure, 'temperature'>, { accuracy: number; resolution: number }> = {
  distance: { accuracy: 10, resolution: 1 },
  height: { accuracy: 2, resolution: 1 },
  pressure: { accuracy: 0.25, resolution: 0.01 },
  // Half a percent of the span of 16 mA.
  current: { accuracy: 0.08, resolution: 0.01 },
  percent: { accuracy: 2, resolution: 1 },
  volume_percent: { accuracy: 2, resolution: 1 },
}

/** Relative error of the volume from the shape: strapped tanks are certified to a few tenths of a percent. */
const SHAPE: Record<ShapeSource, number> = { strapping: 0.005, template: 0.01, entered: 0.02 }

/** Relative error of the density against the product's: its own spread, and seasons if the temperature is unknown. */
const DENSITY = { known: 0.005, unknown: 0.015 }

/**
 * The error of a tank's volume, from the known properties of sensor, shape and liquid. Independent parts add up as the root of the sum of
 * squares (ISO/IEC Guide 98-3, "GUM", 5.1), each at 95 %; resolution counts as a rectangular distribution (GUM 4.3.7). Assumed in addition:
 * ± 0.5 % of the volume for a strapping table, 1 % for a manufacturer's tank, 2 % for entered dimensions. Null if the sensor yields no
 * volume.
 */
export function volumeMargin(question: MarginQuestion): VolumeMargin | null {
  const sensor = sensorLitres(question)
  if (sensor === null) return null
  const { volume, shape, measure } = question
  const byDensity = measure === 'pressure' ? densityLitres(question) : 0
  const found: VolumeMargin['parts'] = [
    { part: 'sensor', litres: sensor },
    // A dial in percent of volume does not need the shape.
    { part: 'shape', litres: measure === 'volume_percent' ? 0 : volume * SHAPE[shape] },
    { part: 'density', litres: byDensity },
  ]
  const parts = found.filter(({ litres }) => litres > 0).toSorted((a, b) => b.litres - a.litres)
  return { litres: Math.hypot(...parts.map(({ litres }) => litres)), parts }
}

function sensorLitres(question: MarginQuestion): number | null {
  const { measure, capacity, curve, height } = question
  if (measure === 'temperature') return null
  const accuracy = question.accuracy ?? USUAL[measure].accuracy
  const resolution = question.resolution ?? USUAL[measure].resolution
  const raw = Math.hypot(accuracy, resolution / Math.sqrt(3))
  if (measure === 'volume_percent') return (raw / 100) * capacity
  return halfBetween(curve, height, raw * millimetresOf(question))
}

/** A relative error of the density is the same relative error of the height above the sensor. */
function densityLitres({ curve, height, isTemperatureKnown }: MarginQuestion): number {
  return halfBetween(curve, height, height * (isTemperatureKnown ? DENSITY.known : DENSITY.unknown))
}

/** Half the difference between the volumes `mm` above and below: a tank holds more in its middle than at its bottom. */
function halfBetween(curve: TankCurve, height: number, mm: number): number {
  return (curve.volumeAt(height + mm) - curve.volumeAt(height - mm)) / 2
}

/** Millimetres of liquid per unit of the raw value. */
function millimetresOf({ measure, curve: { tankHeight }, specificGravity }: MarginQuestion): number {
  const at = (raw: number) =>
    rawToHeight({ measure, raw, sensorOffset: 0, tankHeight, specificGravity, temperature: null }) ?? 0
  // In the middle of a current loop, away from its clamped ends.
  return Math.abs(at(12.5) - at(11.5))
}
