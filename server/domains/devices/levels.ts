import { ALERTING_LEVELS, LEVELS } from '#core/domains/telemetry/quality.ts'

/** SQL by which the worst level of some tanks comes first. `level` is a column. */
export function levelRank(level: string): string {
  return `array_position(array[${listOf(LEVELS)}], ${level})`
}

/** SQL that tells whether a level raises an alert. `level` is a column. */
export function isAlerting(level: string): string {
  return `${level} in (${listOf(ALERTING_LEVELS)})`
}

// Literals and not parameters: the text of the statement stays as it is, so it is planned for these values.
function listOf(levels: readonly string[]): string {
  return levels.map((level) => `'${level}'`).join(', ')
}
