import { sql } from 'kysely'
import { readNumber } from '#core/resources/imports/readNumber.ts'
import type { DecimalField } from '#core/resources/kinds/decimal.ts'
import { figureText } from '#server/resources/textFormats.ts'
import type { ServerKind } from './serverKind.ts'

export const decimal: ServerKind<DecimalField> = {
  column: ({ digits, scale }) => `numeric(${digits},${scale})`,
  cast: ({ digits, scale }) => sql`numeric(${sql.lit(digits)}, ${sql.lit(scale)})`,
  // A figure with a unit has the useful decimals; one without has those that were entered.
  text: (value, { actor, field }) => figureText(actor, Number(value), field.unit ? 3 : field.scale),
  cellValue: (cell, _, { decimal }) => readNumber(cell, decimal),
  rules: ({ digits, scale }) => `decimal:${digits},${scale}`,
}
