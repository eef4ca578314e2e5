import type { ReferenceField } from '#core/resources/kinds/reference.ts'
import { nameKey } from '#core/resources/nameKey.ts'
import { titleKey } from '#core/resources/titleKey.ts'
import type { ServerKind } from './serverKind.ts'

export const reference: ServerKind<ReferenceField> = {
  column: () => 'bigint',
  // What goes by a code is called as people call it, on paper as on the screen.
  text: (_, { row, name }) => String(row[nameKey(name)] ?? row[titleKey(name)] ?? ''),
}
