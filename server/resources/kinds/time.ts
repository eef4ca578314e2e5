import { readTime } from '#core/resources/imports/readTime.ts'
import type { TimeField } from '#core/resources/kinds/time.ts'
import type { ServerKind } from './serverKind.ts'

export const time: ServerKind<TimeField> = {
  column: () => 'varchar(5)',
  text: String,
  cellValue: readTime,
}
