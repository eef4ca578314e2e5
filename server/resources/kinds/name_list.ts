import type { NameListField } from '#core/resources/kinds/name_list.ts'
import { anyList, listInCell } from './anyList.ts'
import type { ServerKind } from './serverKind.ts'

export const name_list: ServerKind<NameListField> = {
  ...anyList,
  cellValue: listInCell,
}
