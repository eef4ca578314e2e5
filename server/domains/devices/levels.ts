import { ALERTING_LEVELS, LEVELS } from '#core/domains/telemetry/levels/quality.ts'

/** SQL to sort tanks by level, worst first. `level` is a column. */
export function levelRank(level: string): string {
  return `array_position(array[${listOf(LEVELS)}], ${level})`
}

/** SQL for whether a level raises an alert. `level` is a column. */
export function isAlerting(level: string): string {
  return `${level} in (${listOf(ALERTING_LEVELS)})`
}

// Literals instead of parameters: the statement is constant, so it is planned for these values.
function listOf(levels: readonly string[]): string {
  return levels.map((level) => `'${level}'`).join(', ')
}
