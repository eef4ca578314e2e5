import type { ReferenceField } from '#core/resources/kinds/reference.ts'
import { titleKey } from '#core/resources/titleKey.ts'
import type { ServerKind } from './serverKind.ts'

export const reference: ServerKind<ReferenceField> = {
  column: () => 'bigint',
  text: (_, { row, name }) => String(row[titleKey(name)] ?? ''),
}
