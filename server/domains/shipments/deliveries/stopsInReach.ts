import { type RawBuilder, sql } from 'kysely'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { checksDeliveries, isCustomer } from '#core/platform/loginTypes.ts'
import type { Actor } from '#server/platform/context.ts'
import { mayRead, visible } from '#server/resources/rights/visible.ts'

/** Customers see single stops of a round, unless they plan rounds themselves. */
export function isOnlyReceiver({ loginType, permissions }: Actor): boolean {
  return isCustomer(loginType) && !permissions.has('shipment_planners.update')
}

/** Whether an actor sees the lifts of a round `s`: anyone who sees lift tickets, and the round's own driver. */
export function seesLifts(actor: Actor): RawBuilder<boolean> {
  if (checksDeliveries(actor.loginType)) return seesRound(actor)
  return actor.loginType === 'driver'
    ? sql<boolean>`(s.delivered_by = ${actor.people_id} and ${seesRound(actor)})`
    : sql<boolean>`false`
}

/** Whether the day of a round `s` is firm: it was sent, or a planner marked its day as firm. */
export const isFirm = sql<boolean>`(s.status_id <> ${SHIPMENT_STATUS.draft} or s.is_firm = 1)`

/** Whether an actor may see a round `s` as a whole. */
export function seesRound(actor: Actor): RawBuilder<boolean> {
  return mayRead(actor, shipment_planners) && !isOnlyReceiver(actor)
    ? visible(actor, shipment_planners, 's')
    : sql<boolean>`false`
}

/**
 * The stops `t` of rounds `s` that an actor may see: stops at their own companies, whichever company delivers, and all stops of
 * their own rounds. An account limited to some devices sees only the stops that deliver to these.
 */
export function stopsInReach(actor: Actor): RawBuilder<boolean> {
  if (actor.companies === 'all') return withinDevices(actor)
  return sql<boolean>`((t.company_id = any(${actor.companies}) and ${withinDevices(actor)}) or ${seesRound(actor)})`
}

function withinDevices({ limits }: Actor): RawBuilder<boolean> {
  const devices = limits.devices
  if (!devices) return sql<boolean>`true`
  return sql<boolean>`(exists (select from shipment_planner_details d where d.stop_id = t.stop_id)
    and not exists (select from shipment_planner_details d left join device_ports b using (device_ports_id)
      left join transaction_document_details l using (document_detail_id)
      left join transaction_documents o using (document_id)
      where d.stop_id = t.stop_id and not coalesce(coalesce(b.device_id, o.device_id) = any(${devices}), false)))`
}
