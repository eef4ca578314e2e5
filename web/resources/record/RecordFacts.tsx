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
  const names = useFacts(resource, record, facts)
  if (names.length === 0) return null
  return <FieldValues {...{ resource, record }} names={names} isLine />
}

/** The fields that the line above the parts of a record shows; none without a record. */
export function useFacts(
  resource: Resource,
  record: AnyRecord | null,
  facts: readonly string[] | undefined,
): readonly string[] {
  const { list, title, statuses } = resource
  const isShown = useIsFieldShown(resource)
  if (record === null || (resource.form?.length ?? 1) < 2) return []
  return (facts ?? list)
    .filter(
      (name) =>
        name !== title && name !== statuses?.field && isShown(name) && isKnown(resource, name, record),
    )
    .filter((name, at) => at < MOST || webKindOf(resource.fields[name]!).isState)
}
