import { type RawBuilder, sql } from 'kysely'
import { sites } from '#core/domains/companies/sites.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import {
  ADDRESS_SNAPSHOT_FIELDS,
  type AddressSnapshot,
  snapshotOf,
} from '#core/domains/people/addressSnapshot.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { readSiteAddress } from '#server/domains/companies/siteAddress.ts'
import { IS_UNORDERED } from '#server/domains/tanks/refuseUnbilled.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/refusal.ts'
import { visible } from '#server/resources/rights/visible.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { documentDefaults } from '../documentDefaults.ts'
import { DELIVERED_AT, DELIVERED_ON } from '../lines/deliveredAt.ts'
import { createDocument } from '../saveDocument.ts'
import { countDelivered } from './settleOrder.ts'

/** One shipment's delivery of one product, in one unit, to a device without an order. */
export interface Brought {
  shipment_id: number
  company_id: number
  device_id: number
  product_id: number
  unit_id: number
  quantity: string
  delivered: string | null
  /** The day of its delivery, which is also the day of its order. */
  order_date: string
  /** The site of the delivery: the device may have moved since. Null without a site that the actor sees. */
  site_id: number | null
  site_name: string | null
  /** The place in its round; parts are null if unknown. */
  address: AddressSnapshot
  shipping_address_id: number | null
  loads: number[]
}

/** The device whose order bills a load `d` without one: its tank's, else one of its company, in use and at the site of its stop if possible. */
export const DEVICE_OF_LOAD: RawBuilder<number | null> = sql`(case when d.device_ports_id is null then (
    select w.device_id from devices w left join shipment_stops p on p.stop_id = d.stop_id where w.company_id = d.company_id
    order by w.status = 'retired', w.site_id = p.site_id desc nulls last, w.device_id limit 1)
  else (select t.device_id from device_ports t where t.device_ports_id = d.device_ports_id) end)`

/** Whether the address of a delivery is known, not only its label. */
export const isAddressed = ({ address1, city, state, zip_code }: AddressSnapshot) =>
  Boolean(address1 || city || state || zip_code)

interface Ordered {
  document_id: number
  document_number: string | null
  is_priced: boolean
}

/**
 * Creates the orders for deliveries of a finalized shipment without an order (caused by a forecast): one for each device, received
 * as delivered, at the price that is found for its company. Lines without one stay unpriced: once priced, they are billed like any others.
 * @param device_id only deliveries to this device
 * @throws Refusal 409 when the shipment is not finished or everything has its order
 */
export async function orderDelivered(
  context: Context,
  shipment_id: number,
  device_id: number | null = null,
): Promise<Ordered[]> {
  const { status_id } = await lockRecord(context, shipment_planners, shipment_id)
  if (status_id !== SHIPMENT_STATUS.finalized) throw conflict('messages.not_delivered_yet')
  const ofDevice = device_id === null ? sql`true` : sql`v.device_id = ${device_id}`
  const delivered = await readBrought(context, sql`d.shipment_id = ${shipment_id} and ${ofDevice}`)
  if (delivered.length === 0) throw conflict('messages.nothing_to_order')
  const created: Ordered[] = []
  for (const id of new Set(delivered.map(({ device_id }) => device_id)))
    created.push(
      await orderOf(
        context,
        delivered.filter(({ device_id }) => device_id === id),
      ),
    )
  await countDelivered(context, shipment_id)
  return created
}

/**
 * Deliveries of finalized shipments without an order, by shipment and device. Leaves out devices that the actor does not see, or that now
 * belong to another company.
 * @param which a condition on loads `d`, devices `v` and shipments `s`
 */
export async function readBrought({ db, actor }: Context, which: RawBuilder<unknown>): Promise<Brought[]> {
  const { rows } = await sql<Brought>`
    with brought as (
      select d.shipment_id, v.company_id, v.device_id, d.product_id, coalesce(d.delivered_unit_id, d.unit_id) as unit_id,
        sum(d.delivered)::numeric(14, 3) as quantity, min(d.sort_order) as sort_order,
        max(${DELIVERED_AT}) as delivered, max(${DELIVERED_ON})::text as order_date,
        array_agg(d.shipment_detail_id order by d.sort_order, d.shipment_detail_id) as loads
      from shipment_planner_details d join devices v on v.device_id = ${DEVICE_OF_LOAD} join shipment_planners s using (shipment_id)
      where ${IS_UNORDERED} and ${which} and ${visible(actor, devices, 'v')}
        and ${visible(actor, shipment_planners, 's')}
      group by 1, 2, 3, 4, 5)
    select b.shipment_id, b.company_id, b.device_id, b.product_id, b.unit_id, b.quantity, b.delivered, b.order_date, b.loads,
      z.site_id, z.name as site_name, f.shipping_address_id, json_build_object(${sql.join(
        ADDRESS_SNAPSHOT_FIELDS.flatMap((part) => [sql.lit(part), sql.ref(`f.ship_${part}`)]),
      )}) as address
    from brought b join shipment_planner_details f on f.shipment_detail_id = b.loads[1] join devices v on v.device_id = b.device_id
      left join shipment_stops t on t.stop_id = f.stop_id
      left join sites z on z.site_id = case when t.stop_id is null then v.site_id else t.site_id end
        and z.company_id = b.company_id and ${visible(actor, sites, 'z')}
    order by b.shipment_id desc, b.device_id, b.sort_order, b.product_id`.execute(db)
  return rows
}

async function orderOf(context: Context, deliveredLoads: readonly Brought[]): Promise<Ordered> {
  const { device_id, company_id, order_date, delivered, site_id, address } = firstOf(deliveredLoads)
  const {
    document_date,
    due_date,
    currency_id,
    payment_term_id,
    exchange_rate,
    shipping_addresses,
    billing_addresses,
  } = await documentDefaults(context, { device_id, company_id, document_date: order_date })
  const { document_id, document_number, details } = await createDocument(
    context,
    {
      ...{ document_type: 'sales_order', status_id: DOCUMENT_STATUS.waiting_for_shipment, approved: 1 },
      ...{ device_id, company_id, document_date, due_date, currency_id, payment_term_id },
      exchange_rate: exchange_rate ?? '1',
      shipping_address_id: await shippingAddressOf(context, firstOf(deliveredLoads), shipping_addresses),
      billing_address_id: billing_addresses[0]?.entity_addresses_id ?? null,
      details: deliveredLoads.map(({ product_id, unit_id, quantity }) => ({ product_id, unit_id, quantity })),
    },
    {
      delivered: {
        ...{ at: delivered ?? order_date, site_id },
        address: isAddressed(address) ? snapshotOf('ship', address) : {},
      },
    },
  )
  for (const [index, { loads }] of deliveredLoads.entries()) {
    await sql`update shipment_planner_details set document_detail_id = ${itemAt(details, index).document_detail_id}
      where shipment_detail_id = any(${loads})`.execute(context.db)
  }
  return { document_id, document_number, is_priced: details.every(({ unpriced }) => unpriced === 0) }
}

/** Which saved address an order is shipped to; null where its site or the address of delivery is used instead. */
async function shippingAddressOf(
  context: Context,
  { site_id, address, shipping_address_id }: Brought,
  addresses: readonly { entity_addresses_id: number }[],
): Promise<number | null> {
  const saved = addresses.map(({ entity_addresses_id }) => entity_addresses_id)
  if (isAddressed(address)) return saved.find((id) => id === shipping_address_id) ?? null
  const isOfSite = site_id !== null && (await readSiteAddress(context, site_id)) !== null
  return isOfSite ? null : (saved[0] ?? null)
}
