/** Quantity that a raw value measures. */
export type Measure =
  | 'distance'
  | 'height'
  | 'pressure'
  | 'current'
  | 'percent'
  | 'volume_percent'
  | 'temperature'

export interface RawReading {
  measure: Measure
  /** mm (distance, height), kPa (pressure), mA (current), percent of the level height or of the volume, °C. */
  raw: number
  /** mm: from the sensor's reference to the tank's top (distance), from the bottom to the sensor (pressure). */
  sensorOffset: number
  /** Level height of the tank, mm. */
  tankHeight: number
  /** Specific gravity of the product; 1 = water at 15 °C. Used for pressure only. */
  specificGravity: number
  /** °C, if known. Not used for correction: sensors do that, or `compensateEcho` beforehand. */
  temperature: number | null
}

/** kg/m³ of water at 15 °C, which specific gravities refer to. */
const WATER_DENSITY = 999.1
/** m/s², standard gravity. */
const GRAVITY = 9.80665
/** NAMUR NE 43: a transmitter signals its failure outside these currents, in mA. */
const BROKEN_BELOW = 3.6
const BROKEN_ABOVE = 21

/**
 * Height of the liquid in mm from a raw value; null if it yields no height (a temperature, a dial of the volume, a broken
 * current loop, not a number). Not limited to the tank: judgeTrust decides whether it is plausible.
 */
export function rawToHeight(reading: RawReading): number | null {
  if (!Number.isFinite(reading.raw)) return null
  const height = heightOf(reading)
  return height !== null && Number.isFinite(height) ? height : null
}

function heightOf({ measure, raw, sensorOffset, tankHeight, specificGravity }: RawReading): number | null {
  switch (measure) {
    case 'distance':
      return tankHeight + sensorOffset - raw
    case 'height':
      return raw
    case 'pressure':
      return specificGravity > 0 ? pressureHead(raw, specificGravity) + sensorOffset : null
    case 'current':
      return loopHeight(raw, tankHeight)
    case 'percent':
      return (raw / 100) * tankHeight
    case 'volume_percent':
    case 'temperature':
      return null
  }
}

/** h = ΔP / (ρ g) of a vented gauge; kPa to mm. */
function pressureHead(kilopascal: number, specificGravity: number): number {
  return (kilopascal * 1e6) / (specificGravity * WATER_DENSITY * GRAVITY)
}

/** 4 to 20 mA over the tank's height; currents between that range and the failure currents count as empty or full. */
function loopHeight(milliampere: number, tankHeight: number): number | null {
  if (milliampere < BROKEN_BELOW || milliampere > BROKEN_ABOVE) return null
  return Math.min(Math.max((milliampere - 4) / 16, 0), 1) * tankHeight
}

/** Speed of sound in dry air, m/s at °C: 331.3 √(1 + T/273.15). */
export function speedOfSound(celsius: number): number {
  return 331.3 * Math.sqrt(1 + celsius / 273.15)
}

/**
 * True distance (in the unit of the input) of an ultrasonic sensor that assumes air of 20 °C: in cold air sound is slower, and
 * the surface seems farther away. Throws RangeError outside −80..100 °C.
 */
export function compensateEcho(distance: number, celsius: number): number {
  if (!(celsius >= -80 && celsius <= 100)) throw new RangeError(`no air temperature: ${celsius} °C`)
  return (distance * speedOfSound(celsius)) / speedOfSound(20)
}
