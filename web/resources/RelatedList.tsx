import { useMemo } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import type { ListKind } from './listKind.ts'
import { ResourceList } from './ResourceList.tsx'
import { useRecordAddress } from './recordAddress.ts'

interface RelatedListProps {
  resource: Resource
  kind?: ListKind
  /** The reference that leads to the record, and its id. */
  by: string
  id: string
}

/** The records of a kind that belong to one record: its list, narrowed; a new one begins with the reference. */
export function RelatedList({ resource, kind, by, id }: RelatedListProps) {
  const addressFor = useRecordAddress()
  const within = useMemo(() => ({ [by]: id }), [by, id])
  const addressOf = (one?: number) => {
    const address = addressFor(resource.name, one) ?? ''
    return one === undefined ? `${address}?${new URLSearchParams(within)}` : address
  }
  return <ResourceList {...{ resource, kind, within, addressOf }} />
}
