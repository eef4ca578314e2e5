import { sql } from 'kysely'
import type { proposeLoading as call } from '#core/domains/shipments/calls.ts'
import type { ProposedLoading } from '#core/domains/shipments/loading/proposeLoading.ts'
import { shipment_planner_details } from '#core/domains/shipments/shipment_planner_details.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { tanker_trucks } from '#core/domains/shipments/trucks/tanker_trucks.ts'
import type { ReceivedBy, ResponseOf } from '#core/platform/defineCall.ts'
import type { Context } from '#server/platform/context.ts'
import { doHeavyWork } from '#server/platform/jobs/heavyWork.ts'
import { unavailable } from '#server/platform/refusal.ts'
import { readDetails } from '#server/resources/changes/details.ts'
import { requireSelectable, requireVisible } from '#server/resources/rows.ts'
import { loadsOf, withStops } from './checkShipment.ts'
import { readTanks } from './readTanks.ts'
import { readVehicles } from './readVehicles.ts'
import { acceptLoads } from './saveShipment.ts'

/** Time limit of a proposal, s. */
const MAX_SECONDS = 20

/**
 * Proposes a compartment for each load of a round, the loads that stay behind, and the limits that cause it. Stores
 * nothing.
 * @param aboard indexes of the loads that fit already: others get only the room that they leave
 * @throws Refusal 404 for vehicles, orders and tanks that the planner does not see, 503 if no solution was found in
 * time
 */
export async function proposeLoading(
  context: Context,
  { shipment_id = null, truck_id, trailer_id = null, details, unit_id }: ReceivedBy<typeof call>['body'],
  aboard: ReadonlySet<number> = new Set(),
): Promise<ResponseOf<typeof call>['loading']> {
  if (shipment_id !== null) await requireVisible(context, shipment_planners, shipment_id)
  for (const [field, id] of Object.entries({ truck_id, trailer_id }))
    if (id !== null) await requireSelectable(context, tanker_trucks, id, field)
  const before =
    shipment_id === null
      ? []
      : await readDetails(context, shipment_planner_details, { column: 'shipment_id', id: shipment_id })
  const accepted = await acceptLoads(context, details, before)
  const vehicles = await readVehicles(context, { shipment_id, truck_id, trailer_id })
  const tanks = await readTanks(context, accepted, shipment_id)
  const judged = await withStops(context, vehicles, accepted, await loadsOf(context, accepted, tanks))
  const loads = judged.map((load, index) => ({ ...load, isAboard: aboard.has(index) }))
  const task = { vehicles, loads, step: await litresIn(context, unit_id) }
  const found = await doHeavyWork<ProposedLoading | null>('loading', task, MAX_SECONDS)
  if (!found) throw unavailable(5)
  return {
    pieces: found.pieces.map(({ quantity, ...piece }) => ({ ...piece, quantity_liters: quantity })),
    behind: found.behind.map(({ index, quantity }) => ({ index, quantity_liters: quantity })),
    limits: found.limits.map(({ rule, gain }) => ({ rule, gain_liters: gain })),
    together: found.together,
    without: found.without,
  }
}

async function litresIn({ db }: Context, unit_id: number | null | undefined): Promise<number> {
  const { rows } = await sql<{ factor: number }>`
    select factor::float8 as factor from units_of_measure where id = ${unit_id ?? null} and measure = 'volume'`.execute(
    db,
  )
  return rows[0]?.factor ?? 1
}
