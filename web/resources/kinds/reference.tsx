import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { ReferenceField } from '#core/resources/kinds/reference.ts'
import { titleKey } from '#core/resources/titleKey.ts'
import { useRecordAddress } from '#web/resources/recordAddress.ts'
import { NumberedChange } from './NumberedChange.tsx'
import { PlainCell } from './PlainCell.tsx'
import type { CellProps, WebKind } from './webKind.ts'

export const reference: WebKind<ReferenceField> = {
  Cell: ReferenceCell,
  Value: ReferenceValue,
  Change: NumberedChange,
}

function ReferenceCell({ name, record }: CellProps<ReferenceField>) {
  return <PlainCell value={record[titleKey(name)] ?? ''} />
}

/** It leads to the record where that has a screen that this user may open. */
function ReferenceValue(props: CellProps<ReferenceField>) {
  const { field, value } = props
  const address = useRecordAddress()(field.to, Number(value))
  const title = <bdi>{String(props.record[titleKey(props.name)] ?? '')}</bdi>
  if (!address || value == null) return title
  return (
    <Anchor inherit component={Link} to={address}>
      {title}
    </Anchor>
  )
}
