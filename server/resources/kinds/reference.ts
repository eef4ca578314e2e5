import { nameKey } from '#core/resources/fields/nameKey.ts'
import { titleKey } from '#core/resources/fields/titleKey.ts'
import type { ReferenceField } from '#core/resources/kinds/reference.ts'
import type { ServerKind } from './serverKind.ts'

export const reference: ServerKind<ReferenceField> = {
  column: () => 'bigint',
  // A record whose title is a code has its display name in print as on the screen.
  text: (_, { row, name }) => String(row[nameKey(name)] ?? row[titleKey(name)] ?? ''),
}
