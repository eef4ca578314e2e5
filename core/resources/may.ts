import { type Access, signedIn, signedInOrKey } from '#core/platform/defineCall.ts'
import type { Action } from '#core/platform/modules.ts'
import type { Resource } from './definition.ts'

/**
 * Access to a call of a kind of record. Records that belong to other records have no separate permission: the server checks
 * the owner's.
 */
export function may(resource: Resource, action: Action): Access {
  if (resource.scope === 'object') return action === 'read' ? signedInOrKey : signedIn
  const module = action === 'read' ? resource.module : (resource.writeModule ?? resource.module)
  return { who: { module, action, loginTypes: resource.loginTypes } }
}
