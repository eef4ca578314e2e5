import type { Resource } from '#core/resources/definition.ts'
import { isDone } from '#core/resources/statuses/statuses.ts'
import { toZoned } from '#web/platform/format/format.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'

/** Whether a due date of an open record is before today, by the reader's clock. */
export function useIsOverdue(
  { fields, statuses }: Resource,
  name: string,
  record: Readonly<Record<string, unknown>>,
): boolean {
  const { timeZone } = useFormat()
  const field = fields[name]
  const day = record[name]
  const status = statuses && record[statuses.field]
  const isOpen = statuses && status !== undefined && !isDone(statuses, status)
  if (field?.kind !== 'date' || !field.isDue || !day || !isOpen) return false
  return String(day).slice(0, 10) < toZoned(new Date().toISOString(), timeZone).slice(0, 10)
}
