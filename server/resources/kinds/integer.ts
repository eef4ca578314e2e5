import { sql } from 'kysely'
import type { IntegerField } from '#core/resources/kinds/integer.ts'
import type { ServerKind } from './serverKind.ts'

export const integer: ServerKind<IntegerField> = {
  column: ({ max = 0 }) => (max > LARGEST_INTEGER ? 'bigint' : 'integer'),
  cast: () => sql`integer`,
  text: String,
  cellValue: (cell) => (/^-?\d+$/.test(cell) ? Number(cell) : cell),
}

/** What PostgreSQL's `integer` holds; longer whole numbers need twice the room. */
const LARGEST_INTEGER = 2_147_483_647
