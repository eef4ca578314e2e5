import type { Resource } from '#core/resources/definition.ts'
import { useChoices } from '#web/resources/useChoices.ts'

/** Where only an id is at hand: people know the record by its name. */
export function ReferenceTitle({ target, id }: { target: Resource; id: string }) {
  const { data } = useChoices(target, true, [id])
  return <span>{data.find(({ value }) => value === id)?.label ?? id}</span>
}
