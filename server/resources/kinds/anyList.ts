import type { Field } from '#core/resources/field.ts'
import type { ServerKind } from './serverKind.ts'

/** Common parts of all kinds of list. */
export const anyList = {
  column: () => 'jsonb',
  columnValue: (value) => (value === null ? null : JSON.stringify(value)),
  text: (value) =>
    (value as unknown[]).map((part) => (Array.isArray(part) ? part.join(' → ') : nameOf(part))).join(', '),
  dictionaryName: 'json',
} as const satisfies Partial<ServerKind<Field>>

/** The values of a cell with several. */
export function listInCell(cell: string): string[] {
  return cell.split('|').map((one) => one.trim())
}

/** The name of an object, such as a field of a form. */
function nameOf(part: unknown): string {
  return typeof part === 'object' && part && 'name' in part ? String(part.name) : String(part)
}
