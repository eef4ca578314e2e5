import type { Resource } from '#core/resources/definition.ts'
import { useOptions } from '#web/resources/useOptions.ts'

/** Where only an id is at hand: people know the record by its name. */
export function ReferenceTitle({ target, id }: { target: Resource; id: string }) {
  const { data = [] } = useOptions(target)
  return <span>{data.find(({ value }) => value === id)?.label ?? id}</span>
}
