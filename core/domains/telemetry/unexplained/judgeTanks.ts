import {
  isOver,
  judgeUse,
  type UseFinding,
  type UseJudgement,
  type UseQuestion,
  type UseRule,
} from './judgeUse.ts'

/** A tank's days, and its open findings. */
export interface TankQuestion extends UseQuestion {
  open: readonly Pick<UseFinding, 'rule' | 'since' | 'size'>[]
}

export interface TankAnswer extends UseJudgement {
  /** Open findings that are over. */
  over: readonly UseRule[]
}
/** Judges several tanks, in order. */
export function judgeTanks(tanks: readonly TankQuestion[]): TankAnswer[] {
  return tanks.map((tank) => ({
    ...judgeUse(tank),
    over: tank.open.filter((found) => isOver(tank, found)).map(({ rule }) => rule),
  }))
}
