import { type Resource, writableFields } from '#core/resources/definition.ts'
import { isStored } from '#core/resources/isStored.ts'
import { withUserFields } from './userFields.ts'

/**
 * What a record that is made of another takes over: every field that somebody can write, those of the installation too, but for
 * what the definition says is the new one's own. A field that comes later is taken over as well.
 */
export function copyOf(resource: Resource, row: object): Record<string, unknown> {
  const values = row as Readonly<Record<string, unknown>>
  const { notCopied = [] } = resource
  return Object.fromEntries(
    writableFields(withUserFields(resource))
      .filter(([name, field]) => (isStored(field) || field.isUserDefined) && !notCopied.includes(name))
      .filter(([name]) => values[name] != null)
      .map(([name]) => [name, values[name]]),
  )
}
