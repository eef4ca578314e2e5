import { sql } from 'kysely'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { Context } from '#server/platform/context.ts'
import { eachInOwnTransaction } from '#server/platform/database/transactions.ts'
import type { TaskContext } from '#server/platform/jobs/schedule.ts'
import { refusalOfError } from '#server/resources/answers.ts'
import { reasonOf } from '#server/resources/changes/reasonOf.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { changeShipmentStatus } from '../changeShipmentStatus.ts'
import { finalizeShipment } from '../finalizeShipment.ts'
import type { Shipment } from '../readShipment.ts'
import { APPLIED, conflict, type Judgement, refused } from './judgement.ts'

/** How long after its last stop a driver can still undo a step or correct a ticket, minutes. */
const MINUTES_TO_CORRECT = 30

/** Finalizes the round from its tickets. If that exceeds a limit, a user who may overrule it has to finish the round. */
export async function closeRound(context: Context, { shipment_id, status_id }: Shipment): Promise<Judgement> {
  const { db, actor } = context
  if (status_id === SHIPMENT_STATUS.finalized) return APPLIED
  const { rows } = await sql<{ open: boolean }>`
    select coalesce(bool_or(status not in ('done', 'not_delivered') or done_at is null), false) as open
    from shipment_stops where shipment_id = ${shipment_id}`.execute(db)
  if (rows[0]?.open) return refused('stops_open')
  if (status_id === SHIPMENT_STATUS.in_route) {
    await changeShipmentStatus(context, shipment_id, SHIPMENT_STATUS.delivered)
  } else if (status_id !== SHIPMENT_STATUS.delivered) return conflict('round_not_on_road')
  await sql`savepoint before_finalizing`.execute(db)
  try {
    await finalizeShipment(context, shipment_id, [])
    return APPLIED
  } catch (error) {
    const refusal = refusalOfError(error)
    if (!refusal || refusal.status >= 500) throw error
    await sql`rollback to savepoint before_finalizing`.execute(db)
    return { outcome: 'conflict', rule: 'awaits_dispatcher', said: reasonOf(actor.language, refusal) }
  }
}

/**
 * Closes rounds whose stops were all closed some time ago although the driver did not close the round. One that
 * exceeds a limit waits for a user who may overrule it, as if its driver had closed it.
 */
export function closeDoneRounds(context: TaskContext): Promise<void> {
  const until = new Date(context.now.getTime() - MINUTES_TO_CORRECT * 60_000)
  return eachInOwnTransaction(context, {
    due: async ({ db }, after) => {
      const { rows } = await sql<{ shipment_id: number }>`
        select s.shipment_id from shipment_planners s join shipment_stops t using (shipment_id)
        where s.status_id = ${SHIPMENT_STATUS.in_route} and s.shipment_id > ${after} group by s.shipment_id
        having bool_and(t.status in ('done', 'not_delivered') and t.done_at < ${until}) order by s.shipment_id limit 100`.execute(
        db,
      )
      return rows.map(({ shipment_id }) => shipment_id)
    },
    work: async (own, id) => closeRound(own, await lockRecord(own, shipment_planners, id)),
  })
}
