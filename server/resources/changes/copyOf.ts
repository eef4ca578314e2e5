import type { Values } from '#core/platform/values.ts'
import { type Resource, writableFields } from '#core/resources/definition.ts'
import { isStored } from '#core/resources/fields/isStored.ts'
import { withUserFields } from '../userFields/userFields.ts'

/**
 * The values that a record takes over from its source: every writable field, user-defined ones included, except `notCopied`. New fields
 * are taken over as well.
 */
export function copyOf(
  resource: Resource,
  row: Values,
  notCopied: readonly string[] = [],
): Record<string, unknown> {
  return Object.fromEntries(
    writableFields(withUserFields(resource))
      .filter(([name, field]) => (isStored(field) || field.isUserDefined) && !notCopied.includes(name))
      .filter(([name]) => row[name] != null)
      .map(([name]) => [name, row[name]]),
  )
}
