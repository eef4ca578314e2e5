import { sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import type { Resource } from '#core/resources/definition.ts'
import { actorOfAccount } from '#server/domains/access/sessions/actorOfSession.ts'
import type { Context } from '#server/platform/context.ts'
import type { Events } from '#server/platform/jobs/events.ts'
import { placeNameSql } from '#server/resources/names/placeNameSql.ts'
import { mayRead } from '#server/resources/rights/visible.ts'
import { rowsOf } from '#server/resources/rows.ts'
import { notifyUsers } from './notifyUsers.ts'

interface Named {
  number: string
  company: string
  device: string | null
  people: (number | null)[]
}

/** Notifies the people named by a work order of its new status, except the user who changed it. */
export async function notifyOfWorkOrder(
  context: Context,
  { id, status_id, by, at }: Events['work_order.changed'],
): Promise<void> {
  const { rows } = await sql<Named>`
    select coalesce(w.wo_number, '') as number, c.company, ${placeNameSql(context.actor, devices, 'd')} as device, array[w.wo_requested_by, w.performed_by] as people
    from work_orders w join devices d using (device_id) left join companies c on c.company_id = d.company_id
    where w.id = ${id}`.execute(context.db)
  const found = rows[0]
  if (!found) return
  await notifyUsers(context, await usersNamed(context, { ...found, by, resource: work_orders, id }), {
    cause: `work_order:${id}:${at}`,
    kind: 'work_order',
    params: { ...textsOf(found), status: status_id, status_of: work_orders.name },
    object_ref: 'work_order',
    object_id: id,
    at: new Date(at),
    mails: true,
  })
}

/** Notifies the driver of a shipment of its new status, unless the driver changed it. */
export async function notifyOfShipment(
  context: Context,
  { shipment_id, status_id, by, at }: Events['shipment.changed'],
): Promise<void> {
  const { rows } = await sql<Named>`
    select s.shipment_number as number, c.company, null as device, array[s.delivered_by] as people
    from shipment_planners s left join companies c using (company_id)
    where s.shipment_id = ${shipment_id}`.execute(context.db)
  const found = rows[0]
  if (!found) return
  const named = { ...found, by, resource: shipment_planners, id: shipment_id }
  await notifyUsers(context, await usersNamed(context, named), {
    cause: `shipment:${shipment_id}:${at}`,
    kind: 'shipment',
    params: { ...textsOf(found), status: status_id, status_of: shipment_planners.name },
    object_ref: 'shipment',
    object_id: shipment_id,
    at: new Date(at),
    mails: true,
  })
}

const textsOf = ({ number, company, device }: Named) => ({ number, company: company ?? '', device })

/** Users of the people that a record names, if one of their accounts sees it, except the acting user. */
async function usersNamed(
  context: Context,
  { people, by, resource, id }: Named & { by: number | null; resource: Resource; id: number },
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number; company_id: number }>`
    select u.user_id, a.company_id from users u join accounts a using (user_id)
    where u.people_id = any(${people}::int8[]) and u.status = 1 and u.user_id is distinct from ${by}`.execute(
    context.db,
  )
  const seeing = new Set<number>()
  for (const { user_id, company_id } of rows) {
    const found = await actorOfAccount(context.db, user_id, company_id)
    if (!found || !mayRead(found.actor, resource)) continue
    const row = await rowsOf({ ...context, actor: found.actor }, resource)
      .where(sql.ref(`${resource.name}.${resource.id}`), '=', id)
      .select(sql`1`.as('one'))
      .executeTakeFirst()
    if (row) seeing.add(user_id)
  }
  return [...seeing]
}
