import type { Resource } from './definition.ts'

/** Labels of fields without section headings: fields with equal labels, such as the cities of two addresses, get their section as well. */
export function distinctLabels(
  { form }: Resource,
  names: readonly string[],
  labelOf: (name: string) => string,
  labelOfSection: (section: string) => string,
): string[] {
  const labels = names.map(labelOf)
  return names.map((name, at) => {
    const label = labels[at]!
    const section = form?.find(({ fields }) => (fields as readonly string[]).includes(name))?.section
    const isAlone = labels.indexOf(label) === labels.lastIndexOf(label)
    return isAlone || section === undefined ? label : `${label} (${labelOfSection(section)})`
  })
}
