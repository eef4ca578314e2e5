import type { Action } from '#core/platform/modules.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { Actor } from '#server/platform/context.ts'
import type { Access } from '#server/platform/http.ts'

/**
 * Who may make a call of a kind of record. What hangs from other records has no permission of its own: reading
 * asks for the owner's, in `visible`, and writing too, in the operations.
 */
export function accessOf(resource: Resource, action: Action, mayChoose?: (actor: Actor) => boolean): Access {
  if (resource.scope === 'object') return 'session'
  const module = action === 'read' ? resource.module : (resource.writeModule ?? resource.module)
  return { module, action, loginTypes: resource.loginTypes, ...(mayChoose && { mayChoose }) }
}
