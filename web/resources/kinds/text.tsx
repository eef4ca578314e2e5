import type { TextField } from '#core/resources/kinds/text.ts'
import { PlainCell } from './PlainCell.tsx'
import type { WebKind } from './webKind.ts'

export const text: WebKind<TextField> = {
  Cell: PlainCell,
}
