import type { ReferencesField } from '#core/resources/kinds/references.ts'
import { titleKey } from '#core/resources/titleKey.ts'
import { anyList } from './anyList.ts'
import type { ServerKind } from './serverKind.ts'

export const references: ServerKind<ReferencesField> = {
  ...anyList,
  text: (_, { row, name }) => String(row[titleKey(name)] ?? ''),
  hasNoCell: true,
}
