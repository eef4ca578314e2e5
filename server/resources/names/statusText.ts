import type { Values } from '#core/platform/values.ts'
import type { Resource } from '#core/resources/definition.ts'
import { statusLabel } from '#core/resources/statuses/statusLabel.ts'
import type { Actor } from '#server/platform/context.ts'
import { translate } from '#server/platform/translate.ts'
import { moverOf } from '../rights/moverOf.ts'

/** A status as text for the actor: a plain one for customers who take no steps of such records. */
export function statusText(actor: Actor, resource: Resource, value: unknown, record?: Values): string {
  return statusLabel(resource, value, {
    reader: moverOf(actor),
    record,
    textOf: (keys) => translate(actor.language, keys, { defaultValue: String(value) }),
  })
}
