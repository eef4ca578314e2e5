import type { TimeField } from '#core/resources/kinds/time.ts'
import { PlainCell } from './PlainCell.tsx'
import type { WebKind } from './webKind.ts'

export const time: WebKind<TimeField> = {
  Cell: PlainCell,
}
