import { contentOf } from '#core/domains/telemetry/contentOf.ts'
import {
  type ChangeState,
  detectLevelChange,
  type LevelChange,
} from '#core/domains/telemetry/detectLevelChange.ts'
import { qualityCode } from '#core/domains/telemetry/quality.ts'
import { judgeTrust, type TrustState } from '#core/domains/telemetry/trust.ts'
import type { PortSetup } from './loadDevices.ts'

/** One port at one moment, with all that follows from the sensor's value. */
export interface Reading {
  device_id: number
  port_number: number
  /** Epoch milliseconds. */
  time: number
  raw: number
  /** mm, L, percent of capacity. */
  height: number | null
  volume: number | null
  percent: number | null
  /** °C */
  temperature: number | null
  quality: number
}

/** What is carried from one reading of a port to its next. */
export interface PortMemory {
  time: number
  trust: TrustState | null
  change: ChangeState | null
}

export interface DerivedReading {
  reading: Reading
  memory: PortMemory
  found: LevelChange | null
  /** Older than what was known of the port: it goes to the history and changes no state. */
  isLate: boolean
}

const NOT_CONFIGURED = qualityCode('not_configured')
const CLOCK_AHEAD = qualityCode('clock_ahead')

/**
 * From the sensor's value to height, volume and percent, judged by what the port's last readings were. What a device reports
 * from the future goes to the history, is not believed, and leaves the memory as it is.
 */
export function deriveReading(
  setup: PortSetup | undefined,
  memory: PortMemory,
  given: GivenReading,
): DerivedReading {
  const isLate = given.is_ahead || given.time <= memory.time
  if (!setup?.measure || !setup.curve) {
    const reading = readingOf(given, null, null, null, NOT_CONFIGURED)
    return { reading, memory: isLate ? memory : { ...memory, time: given.time }, found: null, isLate }
  }
  const { tankHeight, shellCapacity } = setup.curve
  const sensed = {
    measure: setup.measure,
    raw: given.raw,
    sensorOffset: setup.sensor_offset,
    specificGravity: setup.specific_gravity,
    temperature: given.temperature,
  }
  const capacity = setup.capacity > 0 ? setup.capacity : shellCapacity
  const { height, volume, percent } = contentOf(sensed, setup.curve, capacity)
  if (given.is_ahead)
    return { reading: readingOf(given, height, volume, percent, CLOCK_AHEAD), memory, found: null, isLate }
  const judged = judgeTrust(memory.trust, { time: given.time, raw: given.raw, height, tankHeight, percent })
  const reading = readingOf(given, height, volume, percent, qualityCode(judged.quality))
  if (isLate) return { reading, memory, found: null, isLate }
  const watched = judged.quality === 'good' && volume !== null
  const change = watched
    ? detectLevelChange(memory.change, { time: given.time, volume, capacity })
    : { state: memory.change, found: null }
  return {
    reading,
    memory: { time: given.time, trust: judged.state, change: change.state },
    found: change.found,
    isLate,
  }
}

/** What a device reports of one port at one moment. */
export type GivenReading = Pick<Reading, 'device_id' | 'port_number' | 'time' | 'raw' | 'temperature'> & {
  is_ahead: boolean
}

/** Written out: every reading passes here, and a spread would cost more than all that is computed. */
function readingOf(
  given: GivenReading,
  height: number | null,
  volume: number | null,
  percent: number | null,
  quality: number,
): Reading {
  return {
    device_id: given.device_id,
    port_number: given.port_number,
    time: given.time,
    raw: given.raw,
    height,
    volume,
    percent,
    temperature: given.temperature,
    quality,
  }
}
