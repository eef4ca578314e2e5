import { type RawBuilder, sql } from 'kysely'
import type { LevelEffect, SharedBasis } from '#core/domains/tanks/levelBasis.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { renewLevelsFor } from './renewLevels.ts'

declare module '#server/platform/jobs/events.ts' {
  interface Events {
    /** Levels of these ports must be recomputed or judged again. */
    'levels.outdated': { port_ids: number[]; effect: LevelEffect }
  }
}

/** Ports whose devices are locked together while their levels are renewed. */
const BATCH = 100

const COLUMN: Record<SharedBasis, RawBuilder<unknown>> = {
  tank_types: sql`p.tank_type_id`,
  sensor_types: sql`p.sensor_type_id`,
  tank_products: sql`p.product_id`,
}

/** A condition that a port, `device_ports` named `p`, uses a shared record of a kind. */
export const portUses = (kind: SharedBasis, id: number): RawBuilder<boolean> =>
  sql<boolean>`(p.active = 1 and ${COLUMN[kind]} = ${id})`

/**
 * Handles a change of a record that many tanks share: marks their levels as outdated in batches, so that no uplink waits for a whole
 * fleet. A liquid's specific gravity affects the volume only where a pressure is measured.
 */
export async function markLevelsOutdated(
  context: Context,
  { kind, id, effect }: { kind: SharedBasis; id: number; effect: LevelEffect },
): Promise<void> {
  const ofPressure = kind === 'tank_products' && effect === 'content'
  const { rows } = await sql<{ id: number; is_content: boolean }>`
    select p.device_ports_id as id, ${effect === 'content'}::boolean
        and (not ${ofPressure}::boolean or t.measure is not distinct from 'pressure') as is_content
    from device_ports p left join sensor_types t using (sensor_type_id)
    where ${portUses(kind, id)} order by p.device_id, p.device_ports_id`.execute(context.db)
  const ids = (isContent: boolean) => rows.filter((row) => row.is_content === isContent).map((row) => row.id)
  await emit(context, 'levels.outdated', [
    ...piecesOf(ids(true)).map((port_ids) => ({ port_ids, effect: 'content' as const })),
    ...piecesOf(ids(false)).map((port_ids) => ({ port_ids, effect: 'judgement' as const })),
  ])
}

export function renewOutdatedLevels(
  context: Context,
  { port_ids, effect }: { port_ids: number[]; effect: LevelEffect },
): Promise<void> {
  return renewLevelsFor(effect, context, port_ids)
}

function piecesOf(ids: readonly number[]): number[][] {
  const pieces: number[][] = []
  for (let start = 0; start < ids.length; start += BATCH) pieces.push(ids.slice(start, start + BATCH))
  return pieces
}
