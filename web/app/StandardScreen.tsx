import { useNavigate, useParams } from 'react-router'
import type { Resource } from '#core/resources/definition.ts'
import type { ListKind } from '#web/resources/listKind.ts'
import { lastPlace } from '#web/resources/listPlace.ts'
import { ResourceList } from '#web/resources/ResourceList.tsx'
import { ResourceRecord } from '#web/resources/ResourceRecord.tsx'
import type { RecordKind } from '#web/resources/recordKind.ts'
import { addressIn } from './addressIn.ts'

interface SingleProps {
  resource: Resource
  listPath: string
  path: string
  kind?: RecordKind
}

/** The list of a kind of record, at its address. */
function List({ resource, listPath, path, kind }: Omit<SingleProps, 'kind'> & { kind?: ListKind }) {
  return (
    <ResourceList
      key={path}
      resource={resource}
      kind={kind}
      addressOf={(id) => addressIn(path, id, listPath)}
    />
  )
}

/** One record of a kind, at its address; a new one where the address has no id. */
function Single({ resource, listPath, path, kind }: SingleProps) {
  const { id: given, tab } = useParams()
  const id = given === 'new' ? undefined : given
  const navigate = useNavigate()
  return (
    <ResourceRecord
      key={id ?? 'new'}
      resource={resource}
      kind={kind}
      id={id}
      tab={
        path.includes('/:tab?')
          ? { open: tab, onOpen: (name) => void navigate(tabAddress(path, id, name), SAME_RECORD) }
          : undefined
      }
      listAddress={lastPlace(listPath)}
      onSaved={(record) => {
        if (id === undefined)
          void navigate(addressIn(path, Number(record[resource.id]), listPath), { replace: true })
      }}
      onRemoved={() => void navigate(lastPlace(listPath))}
    />
  )
}

const SAME_RECORD = { replace: true, state: { isSameRecord: true } } as const

function tabAddress(path: string, id: string | undefined, name: string): string {
  const record = addressIn(path, Number(id), '')
  return name === 'details' ? record : `${record}/${name}`
}

export const StandardScreen = { List, Single }
