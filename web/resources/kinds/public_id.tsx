import type { PublicIdField } from '#core/resources/kinds/public_id.ts'
import { PlainCell } from './PlainCell.tsx'
import type { WebKind } from './webKind.ts'

export const public_id: WebKind<PublicIdField> = {
  Cell: PlainCell,
}
