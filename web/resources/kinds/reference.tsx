import type { ReferenceField } from '#core/resources/kinds/reference.ts'
import { titleKey } from '#core/resources/titleKey.ts'
import { NumberedChange } from './NumberedChange.tsx'
import { PlainCell } from './PlainCell.tsx'
import type { CellProps, WebKind } from './webKind.ts'

export const reference: WebKind<ReferenceField> = {
  Cell: ReferenceCell,
  Change: NumberedChange,
}

function ReferenceCell({ name, record }: CellProps<ReferenceField>) {
  return <PlainCell value={record[titleKey(name)] ?? ''} />
}
