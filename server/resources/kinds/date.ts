import { sql } from 'kysely'
import { readDate } from '#core/resources/imports/readDate.ts'
import type { DateField } from '#core/resources/kinds/date.ts'
import { dateText } from '#server/resources/textFormats.ts'
import type { ServerKind } from './serverKind.ts'

export const date: ServerKind<DateField> = {
  column: () => 'date',
  cast: () => sql`date`,
  cellValue: (cell, _, { dates }) => readDate(cell, dates),
  text: (value, { actor }) => dateText(actor, String(value)),
}
