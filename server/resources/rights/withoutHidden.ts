import type { Resource } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { hiddenFields } from '../rows.ts'
import { withUserFields } from '../userFields/userFields.ts'

/** Removes fields that the business keeps to itself from the input of others. */
export function withoutHidden<T extends object>({ actor }: Context, resource: Resource, values: T): T {
  const { fields } = withUserFields(resource)
  const hidden = hiddenFields(actor, resource).filter((name) => !fields[name]?.computed)
  if (hidden.length === 0) return values
  const shown = { ...values }
  for (const name of hidden) Reflect.deleteProperty(shown, name)
  return shown
}
