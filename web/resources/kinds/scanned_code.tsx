import type { ScannedCodeField } from '#core/resources/kinds/scanned_code.ts'
import { PlainCell } from './PlainCell.tsx'
import type { WebKind } from './webKind.ts'

export const scanned_code: WebKind<ScannedCodeField> = {
  Cell: PlainCell,
}
