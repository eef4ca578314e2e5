import type { LongTextField } from '#core/resources/kinds/long_text.ts'
import { PlainCell } from './PlainCell.tsx'
import type { WebKind } from './webKind.ts'

export const long_text: WebKind<LongTextField> = {
  Cell: PlainCell,
  isWide: () => true,
}
