import type { RichTextField } from '#core/resources/kinds/rich_text.ts'
import { PlainCell } from './PlainCell.tsx'
import type { WebKind } from './webKind.ts'

export const rich_text: WebKind<RichTextField> = {
  Cell: PlainCell,
  isWide: () => true,
}
