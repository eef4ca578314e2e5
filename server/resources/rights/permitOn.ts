import type { Action } from '#core/platform/modules.ts'
import type { Resource } from '#core/resources/definition.ts'
import { may } from '#core/resources/may.ts'
import type { Context } from '#server/platform/context.ts'
import { permitAction } from '#server/platform/http/http.ts'
import { notPermitted } from '#server/platform/refusal.ts'

/**
 * Requires the right to do something with records of a kind. Records that belong to others require theirs, in their operations.
 * @throws Refusal 405
 */
export function permitOn({ actor }: Context, resource: Resource, action: Action): void {
  const access = may(resource, action).who
  if (typeof access === 'object') permitAction(actor, access.module, access.action, access.loginTypes)
  else if (!actor.canSave) throw notPermitted()
}
