import { sql } from 'kysely'
import type { DatePassedField } from '#core/resources/kinds/date_passed.ts'
import { translate } from '#server/platform/translate.ts'
import type { ServerKind } from './serverKind.ts'

export const date_passed: ServerKind<DatePassedField> = {
  column: () => 'smallint',
  sql: (alias, { date }) =>
    sql`(case when ${sql.ref(`${alias}.${date}`)} < (select business_today()) then 1 else 0 end)`,
  text: (value, { actor }) => translate(actor.language, value === 1 ? 'yes' : 'no'),
  words: (_, language) => new Map([0, 1].map((one) => [one, translate(language, one === 1 ? 'yes' : 'no')])),
  dictionaryName: 'flag',
}
