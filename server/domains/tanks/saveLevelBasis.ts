import { type LevelEffect, levelEffect, type SharedBasis } from '#core/domains/tanks/levelBasis.ts'
import type { MessageKey } from '#core/platform/texts/textKeys.ts'
import type { Values } from '#core/platform/values.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/jobs/events.ts'
import type { Operations } from '#server/resources/operations.ts'
import { standardOperations } from '#server/resources/operations.ts'

declare module '#server/platform/jobs/events.ts' {
  interface Events {
    /** A change of a record that many tanks share: their levels must be recomputed or judged again. */
    'level_basis.changed': { kind: SharedBasis; id: number; effect: LevelEffect }
  }
}

/** The message about a change that affects the volume of tanks, or its evaluation. */
const MESSAGES = {
  content: 'messages.saved_levels_renewed',
  judgement: 'messages.saved_levels_judged',
} as const satisfies Record<LevelEffect, MessageKey>

/** Emits an event to renew the levels of all tanks with this record, if its change affects them. */
export async function emitLevelBasisChange(
  context: Context,
  kind: SharedBasis,
  id: number,
  change: { before: Values; after: Values },
): Promise<void> {
  const effect = levelEffect(kind, change.before, change.after)
  if (effect) await emit(context, 'level_basis.changed', [{ kind, id, effect }])
}

/** The message about a change of the record, and the levels that follow from it. */
export const levelChangeNotice = (kind: SharedBasis) => (before: Values, after: Values) => {
  const effect = levelEffect(kind, before, after)
  return effect ? MESSAGES[effect] : 'messages.saved'
}

/** The operations of a kind that is standard except for the levels that are computed from it. */
export function levelBasisOperations<R extends Resource & { name: SharedBasis }>(
  resource: R,
): Pick<Operations<R>, 'update' | 'changeMessage'> {
  const standard = standardOperations(resource)
  return {
    update: async (context, id, body) => {
      const before = await standard.read(context, id)
      const after = await standard.update(context, id, body)
      await emitLevelBasisChange(context, resource.name, id, { before, after })
      return after
    },
    changeMessage: levelChangeNotice(resource.name),
  }
}
