import type { PhoneField } from '#core/resources/kinds/phone.ts'
import { LinkValue } from './LinkValue.tsx'
import { PlainCell } from './PlainCell.tsx'
import type { WebKind } from './webKind.ts'

export const phone: WebKind<PhoneField> = {
  Cell: PlainCell,
  Value: ({ value }) => <LinkValue to={`tel:${value}`} text={String(value)} />,
}
