import type { Resource } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'

interface Step {
  /** The field that holds the status; its choices name the statuses. */
  field: string
  from: number
  to: number
  allowed: readonly number[]
}

/**
 * Refuses a step that a kind of record does not know, and names the ones it does.
 * @throws Refusal 409
 */
export function refuseUnknownStatus(
  { actor }: Context,
  resource: Resource,
  { field, from, to, allowed }: Step,
): void {
  if (allowed.includes(to)) return
  const nameOf = (status: number) =>
    translate(actor.language, `records.${resource.name}.choices.${field}.${status}`).toLowerCase()
  throw conflict('messages.step_refused', {
    from: nameOf(from),
    to: nameOf(to),
    allowed:
      allowed.length > 0 ? allowed.map(nameOf).join(', ') : translate(actor.language, 'messages.no_step'),
  })
}
