import { type Access, signedIn } from '#core/platform/defineCall.ts'
import type { Action } from '#core/platform/modules.ts'
import type { Resource } from './definition.ts'

/**
 * Who may make a call of a kind of record. What hangs from other records has no permission of its own: the server asks
 * for the owner's when it reads and when it writes.
 */
export function may(resource: Resource, action: Action): Access {
  if (resource.scope === 'object') return signedIn
  const module = action === 'read' ? resource.module : (resource.writeModule ?? resource.module)
  return { who: { module, action, loginTypes: resource.loginTypes } }
}
