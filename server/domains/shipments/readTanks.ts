import { type RawBuilder, sql } from 'kysely'
import { SHIPMENT_STATUS, UNFINISHED_STATUSES } from '#core/domains/shipments/shipmentStatus.ts'
import { roomOf } from '#core/domains/tanks/room.ts'
import { curveIfKnown, type TankGeometry } from '#core/domains/tanks/volume/tankVolume.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { TANK_COLUMNS } from '#server/domains/devices/tankColumns.ts'
import type { Context } from '#server/platform/context.ts'

/** Room of the tanks of a load. */
export interface LoadTank {
  /** The tanks of the load. */
  tanks: number[]
  /** L, less what other shipments bring; null if one of the tanks is not measured. */
  room: number | null
  /** L before other shipments are subtracted. */
  whole_room: number | null
  /** °C to which the room of a liquefied gas refers. */
  celsius: number | null
  /** L of room at a gauge reading in percent of capacity; null if the load has several tanks. */
  roomAt: (percent: number) => number | null
}

interface TankRow extends TankGeometry {
  place: number
  device_ports_id: number
  volume: number | null
  celsius: number | null
  product_group: string | null
  product_max_fill: number | null
  tank_max_fill: number | null
}

/** The columns of a load that identify its tanks. */
interface LoadRow {
  readonly device_ports_id?: unknown
  readonly document_detail_id?: unknown
  readonly product_id?: unknown
}

/**
 * The tanks of loads, in the order of the loads.
 * @param shipment_id the shipment of the loads, if there is one
 */
export async function readTanks(
  context: Context,
  rows: readonly LoadRow[],
  shipment_id: number | null,
): Promise<LoadTank[]> {
  if (rows.length === 0) return []
  const input = sql`jsonb_to_recordset(${JSON.stringify(
    rows.map((row, place) => ({
      place,
      ports: row.device_ports_id ?? null,
      line: row.document_detail_id ?? null,
      product: row.product_id,
    })),
  )}::jsonb) as input (place int, ports int8, line int8, product int8)`
  const { rows: found } = await sql<TankRow>`
    select input.place, p.device_ports_id, s.volume::float8 as volume, s.temperature::float8 as celsius,
      pr.product_group, pr.max_fill::float8 as product_max_fill, p.max_fill::float8 as tank_max_fill, ${sql.raw(TANK_COLUMNS)}
    from ${input} join device_ports p on p.device_ports_id = any(load_ports(input.ports, input.line, input.product))
      left join port_states s using (device_id, port_number) left join tank_products pr on pr.product_id = p.product_id
      left join tank_types t on t.tank_type_id = p.tank_type_id
    where p.active = 1 and p.def_liters > 0 order by input.place, p.device_ports_id`.execute(context.db)
  const held = await readHeld(context, [...new Set(found.map((item) => item.device_ports_id))], shipment_id)
  return rows.map((_, place) => {
    const mine = found.filter((item) => item.place === place)
    const tanks = mine.map((item) => item.device_ports_id)
    const roomWith = (row: TankRow, volume: number) =>
      roomOf({ ...row, volume, shell: curveIfKnown(row)?.shellCapacity ?? null })
    const rooms = mine.flatMap((item) => (item.volume === null ? [] : [roomWith(item, item.volume)]))
    const roomAt = (percent: number) =>
      mine.length === 1 ? roomWith(firstOf(mine), (firstOf(mine).capacity * percent) / 100).litres : null
    if (mine.length === 0 || rooms.length < mine.length) {
      return { tanks, room: null, whole_room: null, celsius: null, roomAt }
    }
    const whole_room = rooms.reduce((sum, { litres }) => sum + litres, 0)
    const taken = held
      .filter((item) => item.tanks.some((id) => tanks.includes(id)))
      .reduce((sum, { litres }) => sum + litres, 0)
    return { tanks, room: whole_room - taken, whole_room, celsius: firstOf(rooms).celsius, roomAt }
  })
}

/** The tanks of a load `d`. */
export const PORTS_OF_LOAD = sql`load_ports(d.device_ports_id, d.document_detail_id, d.product_id)`

/**
 * Whether a load `d` of a round `s` is not yet included in the level of its tanks. It is included once the driver has finished the stop, or
 * a reading has followed the delivery.
 */
export const isToCome = (ports: RawBuilder<unknown> = PORTS_OF_LOAD) => sql<boolean>`not exists (
    select from shipment_stops stop where stop.stop_id = d.stop_id and stop.done_at is not null)
  and not (s.status_id = ${SHIPMENT_STATUS.delivered} and exists (
    select from device_ports t join port_states p using (device_id, port_number)
    where t.device_ports_id = any(${ports}) and p.trusted_at > s.delivered_at))`

/** The ids of all loads for tanks, by the tank itself or by an order of its device. */
export const loadsForTanks = (ids: readonly number[]) => sql`
  select shipment_detail_id from shipment_planner_details where device_ports_id = any(${ids})
  union all
  select b.shipment_detail_id from device_ports t join transaction_documents o using (device_id)
    join transaction_document_details l using (document_id) join shipment_planner_details b using (document_detail_id)
  where t.device_ports_id = any(${ids}) and b.device_ports_id is null`

/** Litres that other shipments will still deliver to tanks, less what their tickets already delivered. */
async function readHeld(
  { db }: Context,
  ids: readonly number[],
  shipment_id: number | null,
): Promise<{ tanks: number[]; litres: number }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ tanks: number[]; litres: number }>`
    select ${PORTS_OF_LOAD} as tanks,
      greatest(d.quantity_liters - coalesce(d.delivered_liters, 0), 0)::float8 as litres
    from shipment_planner_details d join shipment_planners s using (shipment_id)
    where s.status_id = any(${UNFINISHED_STATUSES}) and s.shipment_id <> ${shipment_id ?? 0}
      and d.shipment_detail_id = any(array(${loadsForTanks(ids)})) and ${isToCome()}`.execute(db)
  return rows
}

/** Locks the tanks of loads until the transaction ends, so that two planners never fill one tank at once. */
export async function lockTanks({ db }: Context, rows: readonly LoadRow[]): Promise<void> {
  if (rows.length === 0) return
  const input = JSON.stringify(
    rows.map((row) => ({
      ports: row.device_ports_id ?? null,
      line: row.document_detail_id ?? null,
      product: row.product_id,
    })),
  )
  await sql`select from device_ports where device_ports_id in (
      select unnest(load_ports(input.ports, input.line, input.product))
      from jsonb_to_recordset(${input}::jsonb) as input (ports int8, line int8, product int8))
    order by device_ports_id for no key update`.execute(db)
}
