import type { Resource } from '#core/resources/definition.ts'
import { useChoices } from '#web/resources/useChoices.ts'

/** The name of a record of which only the id is known. */
export function ReferenceTitle({ target, id }: { target: Resource; id: string }) {
  const { data } = useChoices(target, true, [id])
  return <span>{data.find(({ value }) => value === id)?.label ?? id}</span>
}
