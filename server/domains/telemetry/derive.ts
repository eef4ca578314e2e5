import { cachedTankCurve, type TankCurve } from '#core/domains/tanks/tankVolume.ts'
import { type ChangeState, detectChange, type FoundChange } from '#core/domains/telemetry/changes.ts'
import { qualityCode } from '#core/domains/telemetry/quality.ts'
import { rawToHeight } from '#core/domains/telemetry/rawToHeight.ts'
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

export interface Derived {
  reading: Reading
  memory: PortMemory
  found: FoundChange | null
  /** Older than what was known of the port: it goes to the history and changes no state. */
  isLate: boolean
}

const NOT_CONFIGURED = qualityCode('not_configured')

/** From the sensor's value to height, volume and percent, judged by what the port's last readings were. */
export function deriveReading(
  setup: PortSetup | undefined,
  memory: PortMemory,
  given: Pick<Reading, 'device_id' | 'port_number' | 'time' | 'raw' | 'temperature'>,
): Derived {
  const isLate = given.time <= memory.time
  const curve = setup && curveOf(setup)
  if (!setup?.measure || !curve) {
    const reading = { ...given, height: null, volume: null, percent: null, quality: NOT_CONFIGURED }
    return { reading, memory: { ...memory, time: Math.max(memory.time, given.time) }, found: null, isLate }
  }
  const height = rawToHeight({
    measure: setup.measure,
    raw: given.raw,
    sensorOffset: setup.sensor_offset,
    tankHeight: curve.tankHeight,
    specificGravity: setup.specific_gravity,
    temperature: given.temperature,
  })
  const volume = height === null ? null : curve.volumeAt(height)
  const percent = height === null ? null : curve.percentAt(height)
  const judged = judgeTrust(memory.trust, {
    time: given.time,
    raw: given.raw,
    height,
    tankHeight: curve.tankHeight,
    percent,
  })
  const reading = { ...given, height, volume, percent, quality: qualityCode(judged.quality) }
  if (isLate) return { reading, memory, found: null, isLate }
  const watched = judged.quality === 'good' && volume !== null
  const change = watched
    ? detectChange(memory.change, {
        time: given.time,
        volume,
        capacity: setup.capacity || curve.shellCapacity,
      })
    : { state: memory.change, found: null }
  return {
    reading,
    memory: { time: given.time, trust: judged.state, change: change.state },
    found: change.found,
    isLate,
  }
}

/** Undefined when the port has no tank, or one whose formula cannot be computed. */
export function curveOf(setup: PortSetup): TankCurve | undefined {
  if (setup.measure === null || (setup.formula === null && setup.strapping === null)) return undefined
  try {
    return cachedTankCurve(setup)
  } catch {
    return undefined
  }
}
