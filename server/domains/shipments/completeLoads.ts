import { sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import {
  ADDRESS_SNAPSHOT_FIELDS,
  type AddressSnapshot,
  addressNames,
  withSide,
} from '#core/domains/people/addressSnapshot.ts'
import type { Issue } from '#core/platform/issue.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { readSiteAddress } from '#server/domains/companies/siteAddress.ts'
import { holdOrders } from '#server/domains/orders/findShipmentLock.ts'
import { savedAddresses } from '#server/domains/people/savedAddresses.ts'
import type { LoadRow } from '#server/domains/shipments/loadQuantities.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/refusal.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'
import { visible } from '#server/resources/rights/visible.ts'
import { requireVisible } from '#server/resources/rows.ts'
import { readTanks } from './readTanks.ts'

/** Where a load comes from: the line of an order, or a watched tank. */
interface Source {
  document_id: number | null
  company_id: number
  device_id: number | null
  product_id: number | null
  label: string | null
  site_id: number | null
  address: Partial<AddressSnapshot>
  shipping_address_id: number | null
}

/**
 * Completes loads from the order line or the tank that they are for: company, address and tank. Values that the
 * planner entered stay.
 * @param before the stored loads; an address that has not changed is not checked again
 * @throws Refusal 404 for a line that the planner does not see or whose order is finished, 422 if the order is not released, the line or
 * the tank holds another product, or if a saved address does not belong to the load's company or device
 */
export async function completeLoads(
  context: Context,
  loads: readonly LoadRow[],
  before: readonly LoadRow[] = [],
): Promise<LoadRow[]> {
  const complete: LoadRow[] = []
  const issues: Issue[] = []
  const oldOf = (load: LoadRow) => before.find((item) => item.shipment_detail_id === load.shipment_detail_id)
  const added = loads.flatMap((load) =>
    load.document_detail_id == null || oldOf(load)?.document_detail_id === load.document_detail_id
      ? []
      : [Number(load.document_detail_id)],
  )
  const isReleased = await holdOrders(context, added)
  for (const [index, load] of loads.entries()) {
    const field = `details.${index}.document_detail_id`
    const source = await readSource(context, load, field)
    const line = Number(load.document_detail_id)
    if (added.includes(line) && !isReleased.has(line)) throw notFound(field)
    if (isReleased.get(line) === false) issues.push({ field, rule: 'order_not_released' })
    const old = oldOf(load)
    const isUnchanged = old !== undefined && old.shipping_address_id === load.shipping_address_id
    if (!isUnchanged && (await isForeignAddress(context, load, source)))
      issues.push({ field: `details.${index}.shipping_address_id`, rule: 'not_found' })
    complete.push(source ? await completeLoad(context, load, source, index) : load)
  }
  refuseIssues(issues)
  return complete
}

/** Whether a load names a saved address that belongs to neither its company, its device nor its order. */
async function isForeignAddress(
  context: Context,
  load: LoadRow,
  source: Source | undefined,
): Promise<boolean> {
  const chosen = load.shipping_address_id
  if (chosen == null || chosen === source?.shipping_address_id) return false
  const company_id = load.company_id ?? source?.company_id
  const owners = [
    ...(source?.device_id == null ? [] : [{ object_ref: 'device', object_id: source.device_id } as const]),
    ...(company_id == null ? [] : [{ object_ref: 'company', object_id: Number(company_id) } as const]),
  ]
  const saved = await savedAddresses(context, owners, 'shipping')
  return !saved.some(({ entity_addresses_id }) => entity_addresses_id === chosen)
}

async function completeLoad(
  context: Context,
  load: LoadRow,
  source: Source,
  index: number,
): Promise<LoadRow> {
  const field = load.document_detail_id != null ? 'document_detail_id' : 'device_ports_id'
  if (source.product_id !== null && source.product_id !== load.product_id) {
    throw invalid([
      {
        field: `details.${index}.${field}`,
        rule: field === 'document_detail_id' ? 'other_product' : 'tank_product',
      },
    ])
  }
  const company_id = load.company_id ?? source.company_id
  const isPlaced = addressNames('ship').some((name) => Boolean(load[name]))
  const tank = await tankOf(context, load)
  return {
    ...load,
    company_id,
    ...(tank !== null && { device_ports_id: tank }),
    ...(!isPlaced && (await placeOf(context, load, source))),
  }
}

/**
 * The tank for a load of an order's line: among tanks that hold the product, the one with the most room. Null if the
 * chosen tank is one of them, or if none is known.
 */
async function tankOf(context: Context, load: LoadRow): Promise<number | null> {
  const { document_detail_id, device_ports_id, product_id } = load
  if (document_detail_id == null) return null
  const { rows } = await sql<{ ports: number[] }>`
    select load_ports(null, ${document_detail_id}, ${product_id}) as ports`.execute(context.db)
  const ports = firstOf(rows).ports
  if (ports.length === 0 || ports.includes(Number(device_ports_id))) return null
  if (ports.length === 1) return firstOf(ports)
  const tanks = await readTanks(
    context,
    ports.map((port) => ({ device_ports_id: port, product_id })),
    null,
  )
  const rooms = tanks.map(({ room }) => room ?? Number.NEGATIVE_INFINITY)
  return itemAt(ports, rooms.indexOf(Math.max(...rooms)))
}

/** The order's own address; else the site's, the device's or the company's. */
async function placeOf(context: Context, load: LoadRow, source: Source): Promise<LoadRow> {
  const chosen = load.shipping_address_id
  if (chosen == null && source.address.address1) {
    return { ...withSide('ship', source.address), shipping_address_id: source.shipping_address_id }
  }
  const site = chosen == null && source.site_id !== null && (await readSiteAddress(context, source.site_id))
  if (site) return { ...withSide('ship', site), shipping_address_id: null }
  const owners = [
    ...(source.device_id === null ? [] : [{ object_ref: 'device', object_id: source.device_id } as const]),
    { object_ref: 'company', object_id: source.company_id } as const,
  ]
  const saved = await savedAddresses(context, owners, 'shipping')
  const found =
    chosen == null ? saved[0] : saved.find(({ entity_addresses_id }) => entity_addresses_id === chosen)
  if (!found) return withSide('ship', { ...source.address, location_label: source.label })
  const { entity_addresses_id, ...address } = found
  return {
    ...withSide('ship', { ...address, location_label: source.label ?? address.location_label }),
    shipping_address_id: entity_addresses_id,
  }
}

/** The order's line takes precedence over the tank. The caller has checked that the planner may see the tank. */
async function readSource(context: Context, load: LoadRow, field: string): Promise<Source | undefined> {
  const { db } = context
  const line = load.document_detail_id
  if (line != null) {
    const { rows } = await sql<Source>`
      select o.document_id, o.company_id, o.device_id, l.product_id,
        coalesce(o.ship_location_label, case when ${visible(context.actor, devices, 'v')} then device_label(v) end) as label, o.site_id,
        json_build_object(${sql.join(
          ADDRESS_SNAPSHOT_FIELDS.flatMap((part) => [sql.lit(part), sql.ref(`o.ship_${part}`)]),
        )}) as address, o.shipping_address_id
      from transaction_document_details l join transaction_documents o using (document_id)
        join devices v on v.device_id = o.device_id
      where l.document_detail_id = ${line}`.execute(db)
    // A line of a company out of reach is refused like a missing line.
    const [source] = rows
    if (!source || source.document_id === null) throw notFound(field)
    await requireVisible(context, transaction_documents, source.document_id, field)
    return source
  }
  const { rows } = await sql<Source>`
    select null::int8 as document_id, v.company_id, v.device_id, p.product_id, device_label(v) as label, v.site_id, '{}'::json as address,
      null::int8 as shipping_address_id
    from device_ports p join devices v using (device_id)
    where p.device_ports_id = ${load.device_ports_id ?? null}`.execute(db)
  return rows[0]
}
