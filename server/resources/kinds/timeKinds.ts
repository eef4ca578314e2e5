import { sql } from 'kysely'
import { readDate } from '#core/resources/imports/readDate.ts'
import { readTime } from '#core/resources/imports/readTime.ts'
import type { DateField, DatePassedField, InstantField, TimeField } from '#core/resources/kinds/timeKinds.ts'
import { translate } from '#server/platform/translate.ts'
import { dateText, instantText } from '#server/resources/textFormats.ts'
import type { ServerKind } from './serverKind.ts'

export const date: ServerKind<DateField> = {
  column: () => 'date',
  cast: () => sql`date`,
  cellValue: (cell, _, { dates }) => readDate(cell, dates),
  text: (value, { actor }) => dateText(actor, String(value)),
}

export const date_passed: ServerKind<DatePassedField> = {
  column: () => 'smallint',
  sql: (alias, { date }) =>
    sql`(case when ${sql.ref(`${alias}.${date}`)} < (select business_today()) then 1 else 0 end)`,
  text: (value, { actor }) => translate(actor.language, value === 1 ? 'yes' : 'no'),
  words: (_, language) => new Map([0, 1].map((one) => [one, translate(language, one === 1 ? 'yes' : 'no')])),
  dictionaryName: 'flag',
}

export const instant: ServerKind<InstantField> = {
  column: () => 'timestamptz',
  text: (value, { actor }) => instantText(actor, String(value)),
}

export const time: ServerKind<TimeField> = {
  column: () => 'varchar(5)',
  text: String,
  cellValue: readTime,
}
