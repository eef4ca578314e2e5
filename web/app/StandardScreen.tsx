import { useNavigate, useParams } from 'react-router'
import type { Resource } from '#core/resources/definition.ts'
import { lastPlace } from '#web/resources/listPlace.ts'
import { ResourceList } from '#web/resources/ResourceList.tsx'
import { ResourceRecord } from '#web/resources/ResourceRecord.tsx'

/** The list of a kind of record, at its address. */
function List({ resource, path }: { resource: Resource; path: string }) {
  return <ResourceList key={path} resource={resource} addressOf={(id) => addressOf(path, id)} />
}

/** One record of a kind, at its address; a new one where the address has no id. */
function Single({ resource, listPath, path }: { resource: Resource; listPath: string; path: string }) {
  const { id } = useParams()
  const navigate = useNavigate()
  return (
    <ResourceRecord
      key={id ?? 'new'}
      resource={resource}
      id={id}
      listAddress={lastPlace(listPath)}
      onSaved={(record) => {
        if (id === undefined) void navigate(addressOf(path, Number(record[resource.id])), { replace: true })
      }}
      onRemoved={() => void navigate(lastPlace(listPath))}
    />
  )
}

function addressOf(path: string, id?: number): string {
  return path.replace('/:id?', id === undefined ? '' : `/${id}`)
}

export const StandardScreen = { List, Single }
