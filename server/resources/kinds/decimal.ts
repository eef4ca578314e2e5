import { sql } from 'kysely'
import type { DecimalField } from '#core/resources/kinds/decimal.ts'
import { decimalCell } from '#server/resources/imports/decimalCell.ts'
import { figureText } from '#server/resources/textFormats.ts'
import type { ServerKind } from './serverKind.ts'

export const decimal: ServerKind<DecimalField> = {
  column: ({ digits, scale }) => `numeric(${digits},${scale})`,
  cast: ({ digits, scale }) => sql`numeric(${sql.lit(digits)}, ${sql.lit(scale)})`,
  // A figure with a unit is told to what is worth telling; one without to what was entered.
  text: (value, { actor, field }) => figureText(actor, Number(value), field.unit ? 3 : field.scale),
  cellValue: (cell, _, hasDecimalComma) => decimalCell(cell, hasDecimalComma),
  rules: ({ digits, scale }) => `decimal:${digits},${scale}`,
}
