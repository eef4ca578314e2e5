import type { OptionRowsField } from '#core/resources/kinds/option_rows.ts'
import { anyList } from './anyList.ts'
import type { ServerKind } from './serverKind.ts'

export const option_rows: ServerKind<OptionRowsField> = {
  ...anyList,
  hasNoCell: true,
}
