import { LEVELS, type TankLevel } from './levels/quality.ts'

/** The tanks of a device in the order that decides its state: by level, then by percent. */
export function worstFirst<T extends { level: TankLevel; percent: number | null }>(tanks: readonly T[]): T[] {
  return tanks.toSorted(
    (one, other) =>
      LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level) ||
      (one.percent ?? Number.POSITIVE_INFINITY) - (other.percent ?? Number.POSITIVE_INFINITY),
  )
}
