import type { Resource } from './definition.ts'

/**
 * What fields are called where no heading stands above them: of several that are called alike, such as the cities of two
 * addresses, each is told with its section.
 */
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
