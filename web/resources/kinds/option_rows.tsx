import type { OptionRowsField } from '#core/resources/kinds/option_rows.ts'
import { anyList } from './anyList.tsx'
import type { WebKind } from './webKind.ts'

export const option_rows: WebKind<OptionRowsField> = anyList
