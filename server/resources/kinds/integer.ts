import { sql } from 'kysely'
import { readNumber } from '#core/resources/imports/readNumber.ts'
import type { IntegerField } from '#core/resources/kinds/integer.ts'
import type { ServerKind } from './serverKind.ts'

export const integer: ServerKind<IntegerField> = {
  column: ({ max = 0 }) => (max > MAX_INTEGER ? 'bigint' : 'integer'),
  cast: () => sql`integer`,
  text: String,
  cellValue: (cell, _, { decimal }) => {
    const figure = readNumber(cell, decimal).replace(/\.0+$/, '')
    return /^-?\d+$/.test(figure) ? Number(figure) : cell
  },
}

/** The maximum of PostgreSQL's `integer`; longer whole numbers need twice the space. */
const MAX_INTEGER = 2_147_483_647
