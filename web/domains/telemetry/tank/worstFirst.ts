import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { LEVELS } from '#core/domains/telemetry/quality.ts'

/** The tanks of a device as its state goes by them: by level, then by what is left. */
export function worstFirst(tanks: readonly PortSummary[]): PortSummary[] {
  return tanks.toSorted(
    (one, other) =>
      LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level) ||
      (one.percent ?? Number.POSITIVE_INFINITY) - (other.percent ?? Number.POSITIVE_INFINITY),
  )
}
