import { lastOf } from '#core/platform/lists/firstOf.ts'
import { dayNumber } from './balanceDay.ts'
import { DAYS_JUDGED, isOver, judgeUse, type UseFinding, type UseQuestion, type UseRule } from './judgeUse.ts'

/** One time that a rule would have raised an alert: days, YYYY-MM-DD; null as the end means still open. */
export interface UseFired {
  from: string
  until: string | null
  /** Litres a day, and since when. */
  size: number
  since: string
}

/** When a rule would have raised alerts, judged at the end of each of the last `days` days. */
export function replayUse(question: UseQuestion, rule: UseRule, days: number): UseFired[] {
  const last = question.days.at(-1)
  if (!last) return []
  const firstDay = dayNumber(last.date) - days
  const fired: UseFired[] = []
  let open: UseFinding | null = null
  for (const [i, { date }] of question.days.entries()) {
    if (dayNumber(date) <= firstDay) continue
    const known = {
      ...question,
      days: question.days.slice(Math.max(i + 1 - DAYS_JUDGED, 0), i + 1),
      noOlderThan: date,
    }
    if (open === null) {
      open = judgeUse(known).findings.find((found) => found.rule === rule) ?? null
      if (open) fired.push({ from: date, until: null, size: open.size, since: open.since })
    } else if (isOver(known, open)) {
      lastOf(fired).until = date
      open = null
    }
  }
  return fired
}

/** Replays several tanks, in order; runs in a worker thread. */
export function replayUses(
  replays: readonly { question: UseQuestion; rule: UseRule; days: number }[],
): UseFired[][] {
  return replays.map(({ question, rule, days }) => replayUse(question, rule, days))
}
