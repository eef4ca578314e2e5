import type { ImageField } from '#core/resources/kinds/image.ts'
import { NumberedChange } from './NumberedChange.tsx'
import { PlainCell } from './PlainCell.tsx'
import type { WebKind } from './webKind.ts'

export const image: WebKind<ImageField> = {
  Cell: PlainCell,
  Change: NumberedChange,
  hasNoColumn: true,
}
