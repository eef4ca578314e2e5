import type { ReferenceField } from '#core/resources/kinds/reference.ts'
import { nameOfReference } from '#web/resources/nameOfReference.ts'
import { NumberedChange } from './NumberedChange.tsx'
import { PlainCell } from './PlainCell.tsx'
import type { CellProps, WebKind } from './webKind.ts'

export const reference: WebKind<ReferenceField> = {
  Cell: ReferenceCell,
  Change: NumberedChange,
}

function ReferenceCell({ name, record }: CellProps<ReferenceField>) {
  const referred = nameOfReference(record, name)
  return <PlainCell value={referred?.name ?? ''} more={referred?.code} />
}
