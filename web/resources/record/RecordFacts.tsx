import type { Resource } from '#core/resources/definition.ts'
import { fieldOf } from '#core/resources/definition.ts'
import { webKindOf } from '#web/resources/kinds/webKinds.tsx'
import { useIsFieldShown } from '#web/resources/useIsFieldShown.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { FieldValues, isKnown, isOrdinaryFlag } from './FieldValues.tsx'

/** Limit, as more would be a second form; a state such as "expired" comes on top. */
const MAX_FACTS = 6

interface RecordFactsProps {
  resource: Resource
  record: AnyRecord
  /** The fields to show, if they are not the columns of its list. */
  facts: readonly string[] | undefined
}

/**
 * The main facts of a record: who, how much, when. By default the columns of its list that have values, if its form has several sections;
 * title and status are above.
 */
export function RecordFacts({ resource, record, facts }: RecordFactsProps) {
  const names = useFacts(resource, record, facts)
  if (names.length === 0) return null
  return <FieldValues {...{ resource, record }} names={names} isLine />
}

/** The fields of the line above the tabs of a record; none without a record. */
export function useFacts(
  resource: Resource,
  record: AnyRecord | null,
  facts: readonly string[] | undefined,
): readonly string[] {
  const { list, title, statuses } = resource
  const isShown = useIsFieldShown(resource)
  const isShort = (resource.form?.length ?? 1) < 2
  if (record === null || (isShort && !facts)) return []
  return (facts ?? list)
    .filter(
      (name) =>
        name !== title &&
        name !== statuses?.field &&
        isShown(name) &&
        isKnown(resource, name, record) &&
        !isOrdinaryFlag(resource, name, record),
    )
    .filter((name, index) => index < MAX_FACTS || webKindOf(fieldOf(resource, name)).isState)
}
