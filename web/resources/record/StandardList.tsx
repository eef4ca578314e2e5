import { resourceOf } from '#core/resources/registeredKinds.ts'
import { listKindOf } from '#web/resources/kind.ts'
import { ResourceList } from '#web/resources/list/ResourceList.tsx'
import { recordAddressIn } from '#web/resources/recordAddressIn.ts'

export interface StandardProps {
  /** The name of the kind. */
  kind: string
  listPath: string
  path: string
}

/** The list of a kind of record, at its address. */
export function StandardList({ kind, listPath, path }: StandardProps) {
  const resource = resourceOf(kind)
  return (
    <ResourceList
      key={path}
      resource={resource}
      kind={listKindOf(resource)}
      addressOf={(id) => recordAddressIn(path, id, listPath)}
    />
  )
}
