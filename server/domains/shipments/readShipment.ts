import { sql } from 'kysely'
import type { shipment_planner_details } from '#core/domains/shipments/shipment_planner_details.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { DONE_SHIPMENTS } from '#core/domains/shipments/shipmentStatus.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import type { Filters } from '#server/resources/list.ts'
import { readRecord } from '#server/resources/rows.ts'

export type Shipment = RecordOf<typeof shipment_planners>

/** A load as it is answered: with the product's name and the order it is for. */
type ShipmentLoad = Omit<RecordOf<typeof shipment_planner_details>, 'created_at' | 'updated_at'> & {
  product_title: string
  document_number: string | null
  tank_title: string | null
}

/** The receiver's signature as a PNG in a data address, and where it was given. */
interface Receipt {
  signature: string
  signed_place: { latitude: number; longitude: number } | null
}

/** `dashboard=1` asks for the shipments in which something is still to be done. */
export const shipmentFilters: Filters = {
  dashboard: (_, value) =>
    value === '0'
      ? sql<boolean>`true`
      : sql<boolean>`shipment_planners.status_id <> all(${DONE_SHIPMENTS as number[]})`,
}

/** One shipment with its loads and, once it was received, the signature. */
export async function readShipment(context: Context, id: number): Promise<Shipment> {
  const shipment = await readRecord(context, shipment_planners, id)
  const { rows: details } = await sql<ShipmentLoad>`
    select d.shipment_detail_id, d.product_id, p.product_name as product_title, d.quantity_ordered, d.compartment,
      d.document_detail_id, o.document_id, o.document_number, d.device_ports_id,
      coalesce(v.label, v.public_id) as tank_title, d.company_id,
      c.company as company_title, d.quantity_delivered, d.fuel_surcharge, d.estimated_delivery_date,
      d.shipping_address_id, d.ship_location_label, d.ship_address1, d.ship_address2, d.ship_city, d.ship_state,
      d.ship_zip_code, d.ship_zip_code_ext, d.ship_country_iso_3
    from shipment_planner_details d join tank_products p using (product_id)
      left join companies c on c.company_id = d.company_id
      left join transaction_document_details l using (document_detail_id)
      left join transaction_documents o using (document_id)
      left join device_ports t using (device_ports_id) left join devices v on v.device_id = t.device_id
    where d.shipment_id = ${id} order by d.sort_order, d.shipment_detail_id`.execute(context.db)
  const { rows } = await sql<Receipt>`
    select signature, case when latitude is not null and longitude is not null then
      json_build_object('latitude', latitude, 'longitude', longitude) end as signed_place
    from shipment_signatures where shipment_id = ${id}`.execute(context.db)
  const receipt = rows[0] ?? { signature: null, signed_place: null }
  return { ...shipment, ...receipt, ...{ details } }
}
