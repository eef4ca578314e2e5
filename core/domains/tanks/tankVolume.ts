import { bisect } from './bisect.ts'
import { compileFormula } from './compileFormula.ts'
import { type StrappingPair, strappingCurve } from './strapping.ts'

/** A tank as a port holds it: lengths in mm, capacity in L; 0 = not used. */
export interface TankGeometry {
  /** Of the tank type; null when the port's strapping table is used. */
  readonly formula: string | null
  readonly strapping: readonly StrappingPair[] | null
  readonly diameter: number
  readonly height: number
  readonly width: number
  readonly length: number
  /** The defined capacity, which percentages are of; 0 = the shell's own. */
  readonly capacity: number
}

export interface TankCurve {
  /** The level height, mm: height, or diameter where there is none, or the table's last height. */
  tankHeight: number
  /** What the tank holds when it is full to the top, L. */
  shellCapacity: number
  /** L at a height in mm, within 0..shellCapacity. */
  volumeAt(height: number): number
  /** The lowest height in mm with that volume, within 0..tankHeight. */
  heightAt(volume: number): number
  /** Percent of the defined capacity; more than 100 when the tank holds more than was defined. */
  percentAt(height: number): number
}

export type TankReason = 'no_shape' | 'no_height' | 'no_capacity' | 'not_computable'

/** Why a tank's volume cannot be computed at all. */
export class TankError extends Error {
  readonly reason: TankReason

  constructor(reason: TankReason, cause?: unknown) {
    super(`tank: ${reason}`, { cause })
    this.name = 'TankError'
    this.reason = reason
  }
}

/** Heights at which a formula is tried, so that it fails when the curve is made and not at a reading. */
const TRIALS = 64
const MOST_CURVES = 20_000

/**
 * The volume curve of a tank, from its strapping table if it has one, else from its type's formula.
 * Throws TankError: nothing to compute from, a level height or capacity of 0, or a formula or table that
 * cannot be used (its own error is the cause).
 */
export function tankCurve(tank: TankGeometry): TankCurve {
  const { tankHeight, litresAt } = shellOf(tank)
  const shellCapacity = litresAt(tankHeight)
  if (!(shellCapacity > 0)) throw new TankError('no_capacity')
  const volumeAt = (height: number): number => {
    if (!(height > 0)) return Math.min(Math.max(litresAt(0), 0), shellCapacity)
    if (height >= tankHeight) return shellCapacity
    return Math.min(Math.max(litresAt(height), 0), shellCapacity)
  }
  const whole = tank.capacity > 0 ? tank.capacity : shellCapacity
  return {
    tankHeight,
    shellCapacity,
    volumeAt,
    heightAt: (volume) => bisect(volumeAt, { target: volume, low: 0, high: tankHeight }),
    percentAt: (height) => (volumeAt(height) / whole) * 100,
  }
}

function shellOf(tank: TankGeometry): { tankHeight: number; litresAt: (h: number) => number } {
  if (tank.strapping !== null && tank.strapping.length > 0) return shellOfTable(tank.strapping)
  if (tank.formula === null) throw new TankError('no_shape')
  const tankHeight = tank.height || tank.diameter
  if (!(tankHeight > 0)) throw new TankError('no_height')
  return { tankHeight, litresAt: litresByFormula(tank.formula, tank, tankHeight) }
}

function shellOfTable(strapping: readonly StrappingPair[]) {
  try {
    const curve = strappingCurve(strapping)
    return { tankHeight: curve.top, litresAt: curve.volumeAt }
  } catch (error) {
    throw new TankError('not_computable', error)
  }
}

function litresByFormula(source: string, tank: TankGeometry, tankHeight: number): (h: number) => number {
  try {
    const formula = compileFormula(source)
    const sides = { D: tank.diameter, L: tank.length, W: tank.width, H: tank.height }
    const litresAt = (h: number) => formula.evaluate({ ...sides, h })
    for (let trial = 0; trial <= TRIALS; trial += 1) litresAt((tankHeight * trial) / TRIALS)
    return litresAt
  } catch (error) {
    throw new TankError('not_computable', error)
  }
}

const curves = new Map<string, TankCurve | TankError>()

/**
 * `tankCurve` for the path that every reading takes: equal tanks share one compiled curve, and a tank that
 * cannot be computed throws its error again without being tried again. The least recently used goes first.
 */
export function cachedTankCurve(tank: TankGeometry): TankCurve {
  const key = keyOf(tank)
  let curve = curves.get(key)
  if (curve === undefined) curve = curveOrError(tank)
  else curves.delete(key)
  curves.set(key, curve)
  if (curves.size > MOST_CURVES) curves.delete(curves.keys().next().value!)
  if (curve instanceof TankError) throw curve
  return curve
}

function curveOrError(tank: TankGeometry): TankCurve | TankError {
  try {
    return tankCurve(tank)
  } catch (error) {
    if (error instanceof TankError) return error
    throw error
  }
}

const tableKeys = new WeakMap<readonly StrappingPair[], string>()

function keyOf(tank: TankGeometry): string {
  const sides = `${tank.diameter} ${tank.height} ${tank.width} ${tank.length} ${tank.capacity}`
  return `${sides} ${tank.formula} ${tank.strapping === null ? '' : tableKey(tank.strapping)}`
}

function tableKey(strapping: readonly StrappingPair[]): string {
  let key = tableKeys.get(strapping)
  if (key === undefined) {
    key = JSON.stringify(strapping)
    tableKeys.set(strapping, key)
  }
  return key
}
