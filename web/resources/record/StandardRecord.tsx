import { useNavigate, useParams } from 'react-router'
import { resourceOf } from '#core/resources/registeredKinds.ts'
import { useRecordKind } from '#web/resources/kind.ts'
import { lastListAddress } from '#web/resources/list/listAddress.ts'
import { ResourceRecord } from '#web/resources/record/ResourceRecord.tsx'
import type { RecordLock } from '#web/resources/record/recordKind.ts'
import { recordAddressIn } from '#web/resources/recordAddressIn.ts'
import type { StandardProps } from './StandardList.tsx'

interface RecordProps extends StandardProps {
  /** What this user cannot do with the record, beyond the rules of its kind. */
  lock?: RecordLock | undefined
}

/** One record of a kind, at its address; a new one without an id in the address. */
export function StandardRecord({ kind, listPath, path, lock }: RecordProps) {
  const resource = resourceOf(kind)
  const { id: param, tab } = useParams()
  const id = param === 'new' ? undefined : param
  const navigate = useNavigate()
  const view = useRecordKind(resource)
  return (
    <ResourceRecord
      key={id ?? 'new'}
      resource={resource}
      kind={lock ? { ...view, lockOf: () => lock } : view}
      id={id}
      tab={
        path.includes('/:tab?')
          ? { open: tab, onOpen: (name) => void navigate(tabAddress(path, id, name), SAME_RECORD) }
          : undefined
      }
      listAddress={lastListAddress(listPath)}
      onSaved={(record) => {
        if (id === undefined)
          void navigate(recordAddressIn(path, Number(record[resource.id]), listPath), { replace: true })
      }}
      onRemoved={() => void navigate(lastListAddress(listPath))}
    />
  )
}

const SAME_RECORD = { replace: true, state: { isSameRecord: true } } as const

function tabAddress(path: string, id: string | undefined, name: string): string {
  const record = recordAddressIn(path, Number(id), '')
  return name === '' ? record : `${record}/${name}`
}
