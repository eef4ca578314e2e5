import { contentOf } from '#core/domains/telemetry/levels/contentOf.ts'
import {
  type ChangeState,
  detectLevelChange,
  type LevelChange,
} from '#core/domains/telemetry/levels/detectLevelChange.ts'
import { qualityCode } from '#core/domains/telemetry/levels/quality.ts'
import { judgeTrust, type TrustState } from '#core/domains/telemetry/levels/trust.ts'
import type { PortSetup } from '../intake/loadDevices.ts'

/** One port at one time, with all values derived from the sensor's. */
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

/** State carried from one reading of a port to the next. */
export interface PortMemory {
  time: number
  trust: TrustState | null
  change: ChangeState | null
}

export interface DerivedReading {
  reading: Reading
  memory: PortMemory
  found: LevelChange | null
  /** Older than the port's newest reading: stored in the history without changing any state. */
  isLate: boolean
}

const NOT_CONFIGURED = qualityCode('not_configured')
const CLOCK_AHEAD = qualityCode('clock_ahead')

/**
 * Derives height, volume and percent from the sensor's value, and judges them by the port's last readings. A reading
 * from the future is stored but not trusted, and leaves the state unchanged.
 */
export function deriveReading(
  setup: PortSetup | undefined,
  memory: PortMemory,
  input: RawReading,
): DerivedReading {
  const isLate = input.is_ahead || input.time <= memory.time
  if (!setup?.measure || !setup.curve) {
    const reading = readingOf(input, null, null, null, NOT_CONFIGURED)
    return { reading, memory: isLate ? memory : { ...memory, time: input.time }, found: null, isLate }
  }
  const { tankHeight, shellCapacity } = setup.curve
  const sensed = {
    measure: setup.measure,
    raw: input.raw,
    sensorOffset: setup.sensor_offset,
    specificGravity: setup.specific_gravity,
    temperature: input.temperature,
  }
  const capacity = setup.capacity > 0 ? setup.capacity : shellCapacity
  const { height, volume, percent } = contentOf(sensed, setup.curve, capacity)
  if (input.is_ahead)
    return { reading: readingOf(input, height, volume, percent, CLOCK_AHEAD), memory, found: null, isLate }
  const judged = judgeTrust(memory.trust, {
    ...{ time: input.time, raw: input.raw, height, tankHeight, percent },
    delivered: setup.delivered_at,
  })
  const reading = readingOf(input, height, volume, percent, qualityCode(judged.quality))
  if (isLate) return { reading, memory, found: null, isLate }
  const watched = judged.quality === 'good' && volume !== null
  const change = watched
    ? detectLevelChange(memory.change, { time: input.time, volume, capacity })
    : { state: memory.change, found: null }
  return {
    reading,
    memory: { time: input.time, trust: judged.state, change: change.state },
    found: change.found,
    isLate,
  }
}

/** Report of a device about one port at one time. */
export type RawReading = Pick<Reading, 'device_id' | 'port_number' | 'time' | 'raw' | 'temperature'> & {
  is_ahead: boolean
}

/** Written out, because every reading passes here and a spread would cost more than the whole computation. */
function readingOf(
  input: RawReading,
  height: number | null,
  volume: number | null,
  percent: number | null,
  quality: number,
): Reading {
  return {
    device_id: input.device_id,
    port_number: input.port_number,
    time: input.time,
    raw: input.raw,
    height,
    volume,
    percent,
    temperature: input.temperature,
    quality,
  }
}
