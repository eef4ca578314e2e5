import {
  isOver,
  judgeUse,
  type UseFinding,
  type UseJudgement,
  type UseQuestion,
  type UseRule,
} from './judgeUse.ts'

/** A tank's days, and what was found of it before and is still open. */
export interface TankQuestion extends UseQuestion {
  open: readonly Pick<UseFinding, 'rule' | 'since' | 'size'>[]
}

export interface TankAnswer extends UseJudgement {
  /** What was open and is over. */
  over: readonly UseRule[]
}
/** Judges many tanks, in their order. */
export function judgeTanks(tanks: readonly TankQuestion[]): TankAnswer[] {
  return tanks.map((tank) => ({
    ...judgeUse(tank),
    over: tank.open.filter((found) => isOver(tank, found)).map(({ rule }) => rule),
  }))
}
