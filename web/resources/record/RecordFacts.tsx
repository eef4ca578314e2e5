import type { Resource } from '#core/resources/definition.ts'
import { webKindOf } from '#web/resources/kinds/webKinds.ts'
import { useIsFieldShown } from '#web/resources/useIsFieldShown.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { FieldValues, isKnown } from './FieldValues.tsx'

/** More would be a second form; a state such as "expired" is said beyond it. */
const MOST = 6

interface RecordFactsProps {
  resource: Resource
  record: AnyRecord
  /** The fields that tell it, where the columns of its list do not tell it best. */
  facts: readonly string[] | undefined
}

/**
 * What one looks for first in a record of many fields: who, how much, when. They are the columns of its list, as far as
 * this one has them; its title and its state stand above.
 */
export function RecordFacts({ resource, record, facts }: RecordFactsProps) {
  const { list, title, statuses } = resource
  const isShown = useIsFieldShown(resource)
  const names = (facts ?? list).filter(
    (name) => name !== title && name !== statuses?.field && isShown(name) && isKnown(resource, name, record),
  )
  if ((resource.form?.length ?? 1) < 2 || names.length === 0) return null
  const said = names.filter((name, at) => at < MOST || webKindOf(resource.fields[name]!).isState)
  return <FieldValues {...{ resource, record }} names={said} isLine />
}
