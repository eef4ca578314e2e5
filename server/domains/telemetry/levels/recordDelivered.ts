import { sql } from 'kysely'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { type FillRule, fillBase, maxFill } from '#core/domains/tanks/room.ts'
import { curveIfKnown, type TankGeometry } from '#core/domains/tanks/volume/tankVolume.ts'
import { lockDevices } from '#server/domains/devices/lockDevices.ts'
import type { BroughtSince } from '#server/domains/devices/measuredLevel.ts'
import { TANK_COLUMNS } from '#server/domains/devices/tankColumns.ts'
import type { Context } from '#server/platform/context.ts'
import type { Events } from '#server/platform/jobs/events.ts'
import { isMeasured, showNewest, storeLevel } from './enterLevel.ts'

/** Above this share of its maximum fill, a tank counts as filled up, as trucks usually fill it. */
const FULL_SHARE = 0.85

/** Deliveries that differ by less are the same, L. */
const TOLERANCE = 0.01

interface Load extends FillRule, TankGeometry {
  /** The first of its loads for the tank. */
  shipment_detail_id: number
  device_id: number
  device_ports_id: number
  port_number: number
  delivered: number
  /** The level shown, L, and the deliveries since that level was known. */
  volume: number | null
  deliveries: BroughtSince[] | null
  delivered_at: string | null
  /** The level that was entered for it before. */
  entered: { at: string; volume: number; delivered: number } | null
}

/**
 * Enters the level of a tank without a sensor after our own delivery: full, unless content plus delivery are clearly
 * less; then their sum.
 */
export async function recordDelivered(
  context: Context,
  { shipment_id, status_id, at }: Events['shipment.changed'],
): Promise<void> {
  if (status_id !== SHIPMENT_STATUS.finalized) return
  for (const load of await lockLoads(context, await readLoads(context, shipment_id))) {
    if (load.entered || (await isMeasured(context, load))) continue
    const { volume, deliveries, delivered, delivered_at } = load
    // The level shown includes the delivery, unless nothing was known of the tank.
    const sum = deliveries !== null && volume !== null ? volume : (volume ?? fullOf(load)) + delivered
    await enterDelivered(context, load, { sum, at: delivered_at ?? at })
  }
}

/** Changes the levels that were entered for deliveries of a finalized shipment whose tickets were corrected since. */
export async function correctDelivered(context: Context, shipment_id: number): Promise<void> {
  const loads = (await readLoads(context, shipment_id)).filter(
    ({ entered, delivered }) => entered && Math.abs(entered.delivered - delivered) > TOLERANCE,
  )
  for (const load of await lockLoads(context, loads)) {
    const { entered, delivered } = load
    if (!entered) continue
    const sum = Math.max(0, entered.volume - entered.delivered + delivered)
    await enterDelivered(context, load, { sum, at: entered.at })
  }
}

async function lockLoads(context: Context, loads: Load[]): Promise<Load[]> {
  await lockDevices(
    context,
    loads.map(({ device_id }) => device_id),
  )
  return loads
}

const fullOf = (load: Load) =>
  (fillBase({ ...load, shell: curveIfKnown(load)?.shellCapacity ?? null }) * maxFill(load)) / 100

async function enterDelivered(
  context: Context,
  load: Load,
  { sum, at }: { sum: number; at: string },
): Promise<void> {
  const { device_id, port_number, shipment_detail_id, delivered } = load
  const full = fullOf(load)
  const isFull = sum >= FULL_SHARE * full
  await storeLevel(context, {
    ...{ device_id, port_number, at: new Date(at), source: 'delivery', delivered, shipment_detail_id },
    ...{ note: null, volume: isFull ? full : sum, is_known: isFull },
  })
  await showNewest(context, load)
}

/** Delivered quantity of a shipment for each tank, with its displayed level. */
async function readLoads({ db }: Context, shipment_id: number): Promise<Load[]> {
  const { rows } = await sql<Load>`
    select l.shipment_detail_id, p.device_id, p.device_ports_id, p.port_number, l.delivered,
      case when e.at is not null then json_build_object('at', e.at, 'volume', e.volume::float8, 'delivered', e.delivered::float8) end as entered,
      ${sql.raw(TANK_COLUMNS)}, s.volume::float8 as volume, s.deliveries, s.delivered_at,
      pr.product_group, pr.max_fill::float8 as product_max_fill, p.max_fill::float8 as tank_max_fill
    from (select device_ports_id, min(shipment_detail_id) as shipment_detail_id, sum(delivered_liters)::float8 as delivered,
          array_agg(shipment_detail_id) as ids
        from shipment_planner_details where shipment_id = ${shipment_id} and delivered_liters is not null
        group by device_ports_id) as l
      join device_ports p on p.device_ports_id = l.device_ports_id and p.active = 1
      left join tank_types t on t.tank_type_id = p.tank_type_id
      left join tank_products pr on pr.product_id = p.product_id
      left join port_states s on s.device_id = p.device_id and s.port_number = p.port_number
      left join entered_levels e on e.device_id = p.device_id and e.port_number = p.port_number and e.source = 'delivery'
        and e.shipment_detail_id = any(l.ids)
    where p.def_liters > 0 and (l.delivered > 0 or e.at is not null)
    order by p.device_id, p.port_number`.execute(db)
  return rows
}
