import { settings } from '#core/domains/settings/settings.ts'
import type { Resource } from '#core/resources/definition.ts'
import { kindNamed } from '#core/resources/registeredKinds.ts'

/** The kind of record of an entry; settings are a definition without a list. */
export function auditedKind(name: string): Resource | undefined {
  return name === settings.name ? (settings as unknown as Resource) : kindNamed(name)
}
