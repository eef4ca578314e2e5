import type { Resource } from '#core/resources/definition.ts'
import type { ReferencesField } from '#core/resources/kinds/references.ts'
import { targetOf } from '#web/resources/targetOf.ts'
import { useChoices } from '#web/resources/useChoices.ts'
import { useMaySelect } from '#web/resources/useMaySelect.ts'
import { anyList } from './anyList.tsx'
import type { CellProps, WebKind } from './webKind.ts'

export const references: WebKind<ReferencesField> = { ...anyList, Value: ReferencesValue }

function ReferencesValue({ resource, field, value }: CellProps<ReferencesField>) {
  const to = targetOf(field)
  const ids = Array.isArray(value) ? value.map(String) : []
  return to ? <Titles {...{ to, resource, ids }} /> : null
}

/** Records by their names, as their input names them. */
function Titles({ to, resource, ids }: { to: Resource; resource: Resource; ids: readonly string[] }) {
  const { data } = useChoices(to, useMaySelect()(to, resource), ids)
  return <bdi>{ids.map((id) => data.find((one) => one.value === id)?.label ?? id).join(', ')}</bdi>
}
