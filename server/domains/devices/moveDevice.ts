import { sql } from 'kysely'
import { companies } from '#core/domains/companies/companies.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { DOCUMENT_STATUS, TO_DELIVER_STATUSES } from '#core/domains/orders/documentStatus.ts'
import { UNFINISHED_STATUSES } from '#core/domains/shipments/shipmentStatus.ts'
import { STAFF } from '#core/platform/loginTypes.ts'
import { refuseUnbilled } from '#server/domains/tanks/refuseUnbilled.ts'
import type { Context } from '#server/platform/context.ts'
import { permitAction } from '#server/platform/http/http.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { conflict } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/history/audit.ts'
import { lockRecord, requireVisible } from '#server/resources/rows.ts'
import { renewLevels } from './renewLevels.ts'

/** Orders that are still to be delivered, or decided. */
const WAITING_STATUSES = [
  DOCUMENT_STATUS.new,
  DOCUMENT_STATUS.draft,
  DOCUMENT_STATUS.approved,
  ...TO_DELIVER_STATUSES,
]

/** Fields of the device that the old owner wrote. */
const LEFT_BEHIND = ['label', 'notes', 'site_id', 'latitude', 'longitude'] as const

/**
 * Gives a device to another company. Past reports stay with their owner at the time: the new owner sees only later ones. Tags of the old
 * company are removed, and so are its products unless it is above the new one, and its input: label, notes, site and position of the device
 * (the history keeps them for staff), its contacts and the receivers of its alerts. Only the business itself moves devices, and none with
 * an open order, an unfinished round or an unbilled delivery without an order: its tank is filled for the old owner.
 * @throws Refusal 405 for others, 404, 409 that names the order or the round
 */
export async function moveDevice(context: Context, id: number, company_id: number): Promise<void> {
  const device = await lockRecord(context, devices, id)
  if (device.company_id === company_id) return
  permitAction(context.actor, devices.module, 'update', STAFF)
  await requireVisible(context, companies, company_id, 'company_id')
  await refuseAwaited(context, id)
  await refuseUnbilled(context, sql`p.device_id = ${id}`)
  const { db, now } = context
  // Rows have microseconds, calls only milliseconds: rows of the same millisecond belong to the old owner.
  const moved = new Date(now.getTime() + 1)
  await sql`update device_ownerships set until_at = ${moved} where device_id = ${id} and until_at = 'infinity'`.execute(
    db,
  )
  await db.insertInto('device_ownerships').values({ device_id: id, company_id, from_at: moved }).execute()
  await db
    .updateTable('devices')
    .set({
      company_id,
      label: null,
      notes: null,
      site_id: null,
      latitude: null,
      longitude: null,
      updated_at: now,
    })
    .where('device_id', '=', id)
    .execute()
  await db.updateTable('device_states').set({ company_id }).where('device_id', '=', id).execute()
  await removeWhatStays(context, id, company_id)
  await audit(context, 'devices', id, 'move', [
    { field: 'company_id', before: device.company_id, after: company_id },
    ...LEFT_BEHIND.flatMap((field) =>
      device[field] === null ? [] : [{ field, before: device[field], after: null }],
    ),
  ])
  await emit(context, 'device.moved', [{ device_id: id, from: device.company_id, to: company_id }])
  await forgetUse(context, id)
}

/** @throws Refusal 409 while an order for the device waits, or a round has a load for one of its tanks */
async function refuseAwaited({ db }: Context, device_id: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select document_number as name from transaction_documents
    where device_id = ${device_id} and document_type = 'sales_order' and archived = 0 and status_id = any(${WAITING_STATUSES})
    union all
    select s.shipment_number from shipment_planners s join shipment_planner_details d using (shipment_id)
      join device_ports p using (device_ports_id)
    where p.device_id = ${device_id} and s.status_id = any(${UNFINISHED_STATUSES})
    limit 1`.execute(db)
  if (rows[0]) throw conflict('messages.device_awaited', { what: rows[0].name })
}

/** Removes the contacts, receivers, tags and products of the company that a device leaves. */
async function removeWhatStays({ db }: Context, id: number, company_id: number): Promise<void> {
  // The new owner's first contacts become primary for them alone.
  for (const table of ['entity_emails', 'entity_phones', 'entity_addresses'])
    await sql`update ${sql.table(table)} set prime = 0
      where object_ref = 'device' and object_id = ${id} and prime = 1`.execute(db)
  await db.deleteFrom('alert_receivers').where('device_id', '=', id).execute()
  await sql`delete from device_tags where device_id = ${id}
    and tag_id in (select tag_id from tags where company_id <> ${company_id})`.execute(db)
  await sql`update device_ports set product_id = null where device_id = ${id}
    and product_id in (select product_id from tank_products p where not is_at_or_above(p.company_id, ${company_id}))`.execute(
    db,
  )
}

/**
 * The learnt use of the tanks belongs to the old owner, so forecasts, estimates and the limits of losses are reset. The levels stay,
 * and are judged again, because tanks may have lost their product.
 */
async function forgetUse(context: Context, device_id: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select device_ports_id as id from device_ports where device_id = ${device_id} and active = 1`.execute(
    context.db,
  )
  await sql`update port_states set use_course = null, use_per_day = null, days_to_empty = null,
      days_to_empty_low = null, days_to_empty_high = null, days_to_red = null, no_forecast = 'too_little_data', forecast_because = null
    where device_id = ${device_id}`.execute(context.db)
  await renewLevels(
    context,
    rows.map(({ id }) => id),
  )
}
