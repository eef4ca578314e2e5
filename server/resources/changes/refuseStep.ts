import type { Values } from '#core/platform/values.ts'
import type { Resource } from '#core/resources/definition.ts'
import { judgeStep, openSteps } from '#core/resources/statuses/judgeStep.ts'
import { isFinal, type StatusValue } from '#core/resources/statuses/statuses.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, notPermitted } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'
import { changesBetween } from '../history/audit.ts'
import { moverOf } from '../rights/moverOf.ts'

/**
 * Refuses an undefined step, and names the steps that are open to the actor.
 * @throws Refusal 409; 405 for a step that only others take
 */
export function refuseStep({ actor }: Context, resource: Resource, record: Values, to: unknown): void {
  const { statuses } = resource
  if (!statuses) return
  const mover = moverOf(actor)
  const judged = judgeStep({ ...resource, statuses }, record, to, mover)
  if (judged === 'open') return
  if (judged === 'reserved') throw notPermitted()
  const nameOf = (status: unknown) =>
    translate(actor.language, `records.${resource.name}.choices.${statuses.field}.${status}`).toLowerCase()
  const allowed = openSteps(resource, record, mover).map((step) => nameOf(statuses.is[step.to]))
  throw conflict('messages.step_refused', {
    from: nameOf(record[statuses.field]),
    to: nameOf(to),
    allowed: allowed.length > 0 ? allowed.join(', ') : translate(actor.language, 'messages.no_step'),
  })
}

/** A new record may have the first status, or one to which a step leads from there. @throws Refusal 405, 409 */
export function refuseFirstStatus(context: Context, resource: Resource, values: Values): void {
  const { statuses } = resource
  if (!statuses || resource.fields[statuses.field]?.computed) return
  const { field, first } = statuses
  const to = values[field] ?? first
  if (to !== first) refuseStep(context, resource, { ...values, [field]: first }, to)
}

/** Changes may contain the current status, or the target of an allowed step. @throws Refusal 405, 409 */
export function refuseNextStatus(
  context: Context,
  resource: Resource,
  current: Values,
  changes: Values,
): void {
  const { statuses } = resource
  if (!statuses) return
  const to = changes[statuses.field]
  if (to === undefined || to === current[statuses.field]) return
  if (statuses.isOnlyByCall) throw conflict('messages.status_by_step')
  refuseStep(context, resource, current, to)
}

/** A record in a final status cannot change, unless the same changes lead out of it. @throws Refusal 409 */
export function refuseOver(resource: Resource, current: Values, changes: Values): void {
  const { statuses } = resource
  if (!statuses?.over) return
  const now = current[statuses.field]
  const isLeft = !isFinal(statuses, changes[statuses.field] ?? now)
  if (!isFinal(statuses, now) || isLeft) return
  if (changesBetween(resource, current, changes).length > 0) throw conflict(statuses.over)
}

/** The status of a body as a change of the field that stores it. */
export function statusChange({ statuses }: Resource, to: StatusValue): Record<string, StatusValue> {
  return statuses ? { [statuses.field]: to } : {}
}
