import { sql } from 'kysely'
import { readDate } from '#core/resources/imports/readDate.ts'
import { readTime } from '#core/resources/imports/readTime.ts'
import type { TimeFields } from '#core/resources/kinds/timeKinds.ts'
import { translate } from '#server/platform/translate.ts'
import { dateText, instantText } from '#server/resources/names/textFormats.ts'
import type { ServerKind } from './serverKind.ts'

export const timeKinds: { [K in keyof TimeFields]: ServerKind<TimeFields[K]> } = {
  date: {
    column: () => 'date',
    cast: () => sql`date`,
    cellValue: (cell, _, { dates }) => readDate(cell, dates),
    text: (value, { actor }) => dateText(actor, String(value)),
  },
  date_passed: {
    column: () => 'smallint',
    sql: (alias, { date }) =>
      sql`(case when ${sql.ref(`${alias}.${date}`)} < (select business_today()) then 1 else 0 end)`,
    text: (value, { actor }) => translate(actor.language, value === 1 ? 'yes' : 'no'),
    valueTexts: (_, language) =>
      new Map([0, 1].map((item) => [item, translate(language, item === 1 ? 'yes' : 'no')])),
    dictionaryName: 'flag',
  },
  instant: {
    column: () => 'timestamptz',
    wireText: (value) => sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    text: (value, { actor }) => instantText(actor, String(value)),
  },
  time: {
    column: () => 'varchar(5)',
    text: String,
    cellValue: readTime,
  },
}
