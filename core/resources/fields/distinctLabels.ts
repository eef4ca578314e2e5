import { isOneOf } from '#core/platform/isOneOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { Resource } from '../definition.ts'
import { USER_SECTION } from './userFields.ts'

/**
 * Labels of fields without section headings: fields with equal labels, such as the cities of two addresses, get their section as well; a
 * user-defined one among them keeps its label.
 */
export function distinctLabels(
  { form }: Resource,
  names: readonly string[],
  labelOf: (name: string) => string,
  labelOfSection: (section: string) => string,
): string[] {
  const labels = names.map(labelOf)
  return names.map((name, index) => {
    const label = itemAt(labels, index)
    const section = form?.find(({ fields }) => isOneOf(fields, name))?.section
    const isAlone = labels.indexOf(label) === labels.lastIndexOf(label)
    return isAlone || section === undefined || section === USER_SECTION
      ? label
      : `${label} (${labelOfSection(section)})`
  })
}
