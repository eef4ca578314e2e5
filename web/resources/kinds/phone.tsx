import type { PhoneField } from '#core/resources/kinds/phone.ts'
import { PlainCell } from './PlainCell.tsx'
import type { WebKind } from './webKind.ts'

export const phone: WebKind<PhoneField> = {
  Cell: PlainCell,
}
