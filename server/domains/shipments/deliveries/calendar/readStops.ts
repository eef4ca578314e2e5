import { sql } from 'kysely'
import type { Delivery } from '#core/domains/shipments/deliveries/deliveryCalls.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { Context } from '#server/platform/context.ts'
import { readStopsThat } from '../listDeliveries.ts'
import { isFirm, seesRound } from '../stopsInReach.ts'
import { inPeriod, MAX_ENTRIES, nearestFirst } from './period.ts'

/**
 * The stops of a calendar's period at the actor's companies, of firm rounds that the actor does not see as a whole; stops of cancelled
 * rounds only if their receivers had seen a day.
 */
export async function readStops(context: Context): Promise<Record<'planned' | 'cancelled', Delivery[]>> {
  const { actor } = context
  // Drivers use the calendar for their rounds.
  if (actor.loginType === 'driver') return { planned: [], cancelled: [] }
  const isCancelled = sql<boolean>`s.status_id = ${SHIPMENT_STATUS.cancelled}`
  const isShown = sql<boolean>`(${inPeriod} and not ${seesRound(actor)})`
  const wasFirm = sql<boolean>`(s.is_firm = 1 or s.left_at is not null)`
  const order = sql`${nearestFirst}, t.stop_id`
  const query = { limit: MAX_ENTRIES }
  return {
    planned: await readStopsThat(
      context,
      query,
      sql<boolean>`(${isShown} and ${isFirm} and not ${isCancelled})`,
      order,
    ),
    cancelled: await readStopsThat(
      context,
      query,
      sql<boolean>`(${isShown} and ${isCancelled} and ${wasFirm})`,
      order,
    ),
  }
}
