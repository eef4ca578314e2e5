import type { AlertRow } from './AlertRow.ts'

const KINDS: readonly string[] = ['urgent', 'mild', 'sudden_loss', 'unexplained_loss']

/** Whether a fill is what one does about an alert. */
export function isAnsweredByFill({ level, status }: Pick<AlertRow, 'level' | 'status'>): boolean {
  return status !== 'closed' && KINDS.includes(level)
}
