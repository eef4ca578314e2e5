import type { StrappingField } from '#core/resources/kinds/strapping.ts'
import { anyList } from './anyList.ts'
import type { ServerKind } from './serverKind.ts'

export const strapping: ServerKind<StrappingField> = {
  ...anyList,
  hasNoCell: true,
}
