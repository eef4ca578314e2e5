import type { Field } from '#core/resources/field.ts'
import type { ServerKind } from './serverKind.ts'

/** What all kinds of list have in common. */
export const anyList = {
  column: () => 'jsonb',
  columnValue: (value) => (value === null ? null : JSON.stringify(value)),
  text: (value) =>
    (value as unknown[]).map((part) => (Array.isArray(part) ? part.join(' → ') : nameOf(part))).join(', '),
  toldAs: 'json',
} as const satisfies Partial<ServerKind<Field>>

/** What a cell says that holds several values. */
export function listInCell(cell: string): string[] {
  return cell.split('|').map((one) => one.trim())
}

/** Of an object, such as a field of a form, what it is called. */
function nameOf(part: unknown): string {
  return typeof part === 'object' && part && 'name' in part ? String(part.name) : String(part)
}
