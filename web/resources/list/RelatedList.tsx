import { Stack } from '@mantine/core'
import { useMemo } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import { useRecordAddress } from '#web/resources/recordAddress.ts'
import type { ListKind } from './listKind.ts'
import { ReorderButton } from './ReorderButton.tsx'
import { ResourceList } from './ResourceList.tsx'

interface RelatedListProps {
  resource: Resource
  kind?: ListKind
  /** The reference to the record, and its id. */
  by: string
  id: string
  /** Further filters. */
  also?: Readonly<Record<string, string>>
}

/** The records of a kind that belong to one record; new ones refer to it. */
export function RelatedList({ resource, kind, by, id, also }: RelatedListProps) {
  const addressFor = useRecordAddress()
  const within = useMemo(() => ({ ...also, [by]: id }), [also, by, id])
  const addressOf = (one?: number) => {
    const address = addressFor(resource.name, one) ?? ''
    return one === undefined ? `${address}?${new URLSearchParams({ [by]: id })}` : address
  }
  return (
    <Stack gap="sm">
      {'sort_order' in resource.fields && <ReorderButton {...{ resource, within }} />}
      <ResourceList {...{ resource, kind, within, addressOf }} />
    </Stack>
  )
}
