import type { AlertRow } from './AlertRow.ts'

const KINDS: readonly string[] = ['urgent', 'mild', 'sudden_loss', 'unexplained_loss']

/** Whether an alert can be answered by a fill. */
export function isAnsweredByFill({ level, status }: Pick<AlertRow, 'level' | 'status'>): boolean {
  return status !== 'closed' && KINDS.includes(level)
}
