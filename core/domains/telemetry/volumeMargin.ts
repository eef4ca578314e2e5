import type { TankCurve } from '#core/domains/tanks/tankVolume.ts'
import { type Measure, rawToHeight } from './rawToHeight.ts'

/** From where a tank's shape is known. */
export type ShapeSource = 'strapping' | 'template' | 'entered'
/** What a volume may be wrong by. */
export type MarginPart = 'sensor' | 'shape' | 'density'

export interface MarginQuestion {
  measure: Measure
  curve: TankCurve
  /** mm of liquid, L in the tank, L that it holds. */
  height: number
  volume: number
  capacity: number
  specificGravity: number
  /** ± and smallest step of the raw value (mm, kPa, mA, percent); null = as sensors of that measure usually have. */
  accuracy: number | null
  resolution: number | null
  shape: ShapeSource
  isTemperatureKnown: boolean
}

/** ± L, 95 times of 100 within, with the parts that it is put together from, largest first. */
export interface VolumeMargin {
  litres: number
  parts: { part: MarginPart; litres: number }[]
}

/** What data sheets of such sensors promise, where the type of sensor says nothing: ± and step of the raw value. */
const USUAL: Record<Exclude<Measure, 'temperature'>, { accuracy: number; resolution: number }> = {
  distance: { accuracy: 10, resolution: 1 },
  height: { accuracy: 2, resolution: 1 },
  pressure: { accuracy: 0.25, resolution: 0.01 },
  // Half a percent of the span of 16 mA.
  current: { accuracy: 0.08, resolution: 0.01 },
  percent: { accuracy: 2, resolution: 1 },
  volume_percent: { accuracy: 2, resolution: 1 },
}

/** Share of the volume by which the shape may be wrong: strapped tanks are certified to a few tenths of a percent. */
const SHAPE: Record<ShapeSource, number> = { strapping: 0.005, template: 0.01, entered: 0.02 }

/** Share by which a liquid's density is off its product's: its own spread, and the seasons where no temperature is known. */
const DENSITY = { known: 0.005, unknown: 0.015 }

/**
 * How far a tank's volume may be off, from what is known of sensor, shape and liquid. The parts are independent and are
 * put together as the root of the sum of their squares (ISO/IEC Guide 98-3, "GUM", 5.1), each taken at 95 %; a step of
 * the raw value counts as a rectangle of its width (GUM 4.3.7). Assumed beside what the sensor's type tells: ± 0.5 % of the
 * volume by a strapping table, 1 % by a manufacturer's tank, 2 % by entered sides. Null where the sensor tells no volume.
 */
export function volumeMargin(question: MarginQuestion): VolumeMargin | null {
  const sensor = sensorLitres(question)
  if (sensor === null) return null
  const { volume, shape, measure } = question
  const byDensity = measure === 'pressure' ? densityLitres(question) : 0
  const found: VolumeMargin['parts'] = [
    { part: 'sensor', litres: sensor },
    // A dial of the volume knows the shape by itself.
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

/** A share of the density is as large a share of the height above the sensor. */
function densityLitres({ curve, height, isTemperatureKnown }: MarginQuestion): number {
  return halfBetween(curve, height, height * (isTemperatureKnown ? DENSITY.known : DENSITY.unknown))
}

/** Half of what lies between so much less and so much more: a tank holds more in its middle than at its foot. */
function halfBetween(curve: TankCurve, height: number, mm: number): number {
  return (curve.volumeAt(height + mm) - curve.volumeAt(height - mm)) / 2
}

/** Millimetres of liquid that one unit of the raw value stands for. */
function millimetresOf({ measure, curve: { tankHeight }, specificGravity }: MarginQuestion): number {
  const at = (raw: number) =>
    rawToHeight({ measure, raw, sensorOffset: 0, tankHeight, specificGravity, temperature: null }) ?? 0
  // In the middle of a current loop: beyond its ends nothing changes any more.
  return Math.abs(at(12.5) - at(11.5))
}
