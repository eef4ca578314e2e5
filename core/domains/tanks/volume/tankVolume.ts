import { type CompiledFormula, compileFormula } from '../formula/compileFormula.ts'
import { bisect } from './bisect.ts'
import { type StrappingPair, strappingCurve } from './strapping.ts'
import { tiltedVolume } from './tiltedVolume.ts'

/** A tank as stored in a port: lengths in mm, capacity in L; 0 = not used. */
export interface TankGeometry {
  /** Formula of the tank type; null if the port's strapping table is used. */
  readonly formula: string | null
  readonly strapping: readonly StrappingPair[] | null
  readonly diameter: number
  readonly height: number
  readonly width: number
  readonly length: number
  /** Wall thickness if the sides are external; 0 = they are internal. */
  readonly wall: number
  /** Radii of dished heads; 0 = ASME flanged and dished heads. */
  readonly dish_radius: number
  readonly knuckle_radius: number
  /** How much lower one end of a horizontal tank is, percent of its length. */
  readonly tilt: number
  /** Distance from the middle of the length to the gauge, towards the lower end. */
  readonly gauge_position: number
  /** The defined capacity, the base of percentages; 0 = the shell's. */
  readonly capacity: number
}

/** Details of a level tank with internal dimensions and standard heads. */
export const PLAIN_TANK: TankDetails = {
  wall: 0,
  dish_radius: 0,
  knuckle_radius: 0,
  tilt: 0,
  gauge_position: 0,
}

/** Details of a tank other than its sides. */
export type TankDetails = Pick<
  TankGeometry,
  'wall' | 'dish_radius' | 'knuckle_radius' | 'tilt' | 'gauge_position'
>

export interface TankCurve {
  /** The level height, mm: height, or diameter without one, or the table's last height. */
  tankHeight: number
  /** Capacity when full to the top, L. */
  shellCapacity: number
  /** Whether it is horizontal with a constant section along its length: only then does tilt matter. */
  isHorizontal: boolean
  /** L at a height in mm, within 0..shellCapacity. */
  volumeAt(height: number): number
  /** The lowest height in mm with that volume, within 0..tankHeight. */
  heightAt(volume: number): number
  /** Percent of the defined capacity; can exceed 100. */
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

/** Number of heights at which a formula is tried, so that it fails when the curve is created, not at a reading. */
const TRIALS = 64
const MAX_CURVES = 20_000

/**
 * The volume curve of a tank, from its strapping table if it has one, else from its type's formula. Throws TankError for missing data, a
 * height or capacity of 0, or an invalid formula or table (its own error is the cause).
 */
export function tankCurve(tank: TankGeometry): TankCurve {
  const { tankHeight, shellCapacity, litresAt, isHorizontal } = shellOf(tank)
  if (!(shellCapacity > 0)) throw new TankError('no_capacity')
  const volumeAt = (height: number): number => {
    const within = height > 0 ? Math.min(height, tankHeight) : 0
    return Math.min(Math.max(litresAt(within), 0), shellCapacity)
  }
  const whole = tank.capacity > 0 ? tank.capacity : shellCapacity
  return {
    tankHeight,
    shellCapacity,
    isHorizontal,
    volumeAt,
    heightAt: (volume) => bisect(volumeAt, { target: volume, low: 0, high: tankHeight }),
    percentAt: (height) => (volumeAt(height) / whole) * 100,
  }
}

interface Shell {
  tankHeight: number
  shellCapacity: number
  isHorizontal: boolean
  litresAt(height: number): number
}

function shellOf(tank: TankGeometry): Shell {
  if (tank.strapping !== null && tank.strapping.length > 0) return shellOfTable(tank.strapping)
  if (tank.formula === null) throw new TankError('no_shape')
  const tankHeight = (tank.height || tank.diameter) - 2 * tank.wall
  if (!(tankHeight > 0)) throw new TankError('no_height')
  return shellOfFormula(tank.formula, tank, tankHeight)
}

/** A table was measured on the tank as installed: it already includes wall and tilt. */
function shellOfTable(strapping: readonly StrappingPair[]): Shell {
  try {
    const { top, capacity, volumeAt } = strappingCurve(strapping)
    return { tankHeight: top, shellCapacity: capacity, isHorizontal: false, litresAt: volumeAt }
  } catch (error) {
    throw new TankError('not_computable', error)
  }
}

function shellOfFormula(source: string, tank: TankGeometry, tankHeight: number): Shell {
  try {
    const shape = insideOf(compileFormula(source), tank, tankHeight)
    const { length, isHorizontal, litresAt } = shape
    for (let trial = 0; trial <= TRIALS; trial += 1) litresAt((tankHeight * trial) / TRIALS, length)
    const level = { tankHeight, shellCapacity: litresAt(tankHeight, length), isHorizontal }
    if (!isHorizontal || tank.tilt === 0) return { ...level, litresAt: (height) => litresAt(height, length) }
    const headsAt = (height: number) => litresAt(height, 0)
    const straightAt = (height: number) => litresAt(height, length) - headsAt(height)
    return { ...level, litresAt: tiltedVolume({ straightAt, headsAt, tankHeight, length }, tank) }
  } catch (error) {
    throw new TankError('not_computable', error)
  }
}

/**
 * The inside of a tank with external dimensions: each side minus two walls, the length only with flat ends. The length of a
 * tank with heads is measured from tangent to tangent; the length of a cone is its height.
 */
function insideOf({ uses, evaluate }: CompiledFormula, tank: TankGeometry, tankHeight: number) {
  const within = (side: number) => Math.max(side - 2 * tank.wall, 0)
  const sides = { D: within(tank.diameter), W: within(tank.width), H: within(tank.height) }
  const radii = { dish: tank.dish_radius, knuckle: tank.knuckle_radius }
  // One object for all heights: a dial reading evaluates forty of them.
  const variables = { ...sides, ...radii, L: 0, h: 0 }
  const litresAt = (h: number, L: number) => {
    variables.L = L
    variables.h = h
    return evaluate(variables)
  }
  const isHorizontal = uses.has('L') && isStraight(litresAt, tank.length, tankHeight)
  const hasFlatEnds = isHorizontal && litresAt(tankHeight, 0) === 0
  return { length: hasFlatEnds ? within(tank.length) : tank.length, isHorizontal, litresAt }
}

/** Whether each mm of length adds the same volume, at every height: a constant section. */
function isStraight(litresAt: (h: number, L: number) => number, length: number, tankHeight: number): boolean {
  if (!(length > 0)) return false
  return [0.2, 0.4, 0.6, 0.8, 1].every((share) => {
    const h = share * tankHeight
    try {
      const [none, once, twice] = [litresAt(h, 0), litresAt(h, length), litresAt(h, 2 * length)]
      return Math.abs(twice - 2 * once + none) <= Math.abs(twice) * 1e-9
    } catch {
      return false
    }
  })
}

const curves = new Map<string, TankCurve | TankError>()

/**
 * `tankCurve` for the hot path of readings: equal tanks share one compiled curve, and a tank that cannot be computed throws its
 * cached error. Evicts the least recently used curve.
 */
export function cachedTankCurve(tank: TankGeometry): TankCurve {
  const key = keyOf(tank)
  let curve = curves.get(key)
  if (curve === undefined) curve = curveOrError(tank)
  else curves.delete(key)
  curves.set(key, curve)
  const [oldest] = curves.keys()
  if (oldest !== undefined && curves.size > MAX_CURVES) curves.delete(oldest)
  if (curve instanceof TankError) throw curve
  return curve
}

/** Like `cachedTankCurve`, but undefined if the tank cannot be computed. */
export function curveIfKnown(tank: TankGeometry): TankCurve | undefined {
  try {
    return cachedTankCurve(tank)
  } catch {
    return undefined
  }
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
  const details = `${tank.wall} ${tank.dish_radius} ${tank.knuckle_radius} ${tank.tilt} ${tank.gauge_position}`
  return `${sides} ${details} ${tank.formula} ${tank.strapping === null ? '' : tableKey(tank.strapping)}`
}

function tableKey(strapping: readonly StrappingPair[]): string {
  let key = tableKeys.get(strapping)
  if (key === undefined) {
    key = JSON.stringify(strapping)
    tableKeys.set(strapping, key)
  }
  return key
}
