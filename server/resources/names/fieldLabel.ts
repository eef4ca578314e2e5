import { textLanguage } from '#core/platform/texts/locales.ts'
import type { Resource } from '#core/resources/definition.ts'
import { userFieldKey } from '#core/resources/fields/userFields.ts'
import type { Actor } from '#server/platform/context.ts'
import { translate } from '#server/platform/translate.ts'
import { cachedUserFields } from '../userFields/userFields.ts'

/** The name of a field in the actor's language. */
export function fieldLabel(actor: Actor, resource: Resource, name: string): string {
  const added = cachedUserFields().find(
    (field) => field.resource === resource.name && userFieldKey(field) === name,
  )
  if (added) return (textLanguage(actor.language) === 'es' && added.label_es) || added.label
  return translate(actor.language, `records.${resource.name}.fields.${name}`)
}
