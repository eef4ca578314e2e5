import { sql } from 'kysely'
import type { DateField } from '#core/resources/kinds/date.ts'
import { dateText } from '#server/resources/textFormats.ts'
import type { ServerKind } from './serverKind.ts'

export const date: ServerKind<DateField> = {
  column: () => 'date',
  cast: () => sql`date`,
  text: (value, { actor }) => dateText(actor, String(value)),
}
