import { LEVELS, type TankLevel } from './levels/quality.ts'

interface Fillable {
  port_number: number
  level: string | null
  percent: number | null
}

const LEVELS_IN_NEED: readonly (string | null)[] = ['urgent', 'mild'] satisfies TankLevel[]

/**
 * The tanks of a device that a fill is for: the one with that port number; without it, all at or below their thresholds, or
 * else the emptiest one.
 */
export function tanksToFill<T extends Fillable>(tanks: readonly T[], port_number: number | null): T[] {
  if (port_number !== null) return tanks.filter((tank) => tank.port_number === port_number)
  const inNeed = tanks.filter(({ level }) => LEVELS_IN_NEED.includes(level))
  if (inNeed.length > 0) return inNeed.toSorted((one, other) => rankOf(one) - rankOf(other))
  const known = tanks.filter(({ percent }) => percent !== null)
  return (known.length > 0 ? known : tanks)
    .toSorted((one, other) => percentOf(one) - percentOf(other))
    .slice(0, 1)
}

const LEVEL_NAMES: readonly string[] = LEVELS
const rankOf = ({ level }: Fillable) => (level === null ? -1 : LEVEL_NAMES.indexOf(level))
const percentOf = ({ percent }: Fillable) => percent ?? 0
