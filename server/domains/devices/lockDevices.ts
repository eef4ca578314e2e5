import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { WorkerResult } from '#server/platform/jobs/events.ts'

/**
 * Locks devices until the transaction ends, in the order of their ids.
 *
 * Every transaction locks in this order, so that no two of them wait for each other:
 * 1. `devices`: all that the transaction needs, in one statement, in the order of their ids.
 * 2. What belongs to them: `device_ports`, then `port_states`, `device_states`, readings and alerts.
 *
 * The intake (`loadDevices`) and the worker (`lockDevicesOfEvents`) lock devices before they write anything. Code that runs later in the
 * same transaction may lock the same devices again, and no others. Scheduled tasks skip locked devices.
 */
export async function lockDevices({ db }: Context, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`select from devices where device_id = any(${[...ids]}::int8[]) order by device_id for no key update`.execute(
    db,
  )
}

/** Locks the devices that ports belong to. Missing ports are ignored. */
export async function lockDevicesOfPorts(context: Context, port_ids: readonly number[]): Promise<void> {
  await lockDevices(context, await devicesOfPorts(context, port_ids))
}

/** Events that lock no devices, or lock them themselves after their long work. */
const LOCK_LATER: readonly string[] = [
  'alert.opened',
  'alert.closed',
  'readings.outdated',
  'forecasts.contradicted',
]

/** Locks the devices of all events of one transaction of the worker, before the first event is handled. */
export async function lockDevicesOfEvents(context: Context, events: readonly WorkerResult[]): Promise<void> {
  const ids = new Set<number>()
  const ports = new Set<number>()
  const shipments = new Set<number>()
  for (const { name, payload } of events) {
    if (LOCK_LATER.includes(name)) continue
    if ('device_ids' in payload) for (const id of payload.device_ids) ids.add(id)
    if ('device_id' in payload) ids.add(payload.device_id)
    if ('port_ids' in payload) for (const id of payload.port_ids) ports.add(id)
    if ('shipment_id' in payload) shipments.add(payload.shipment_id)
  }
  for (const port of await portsFilledBy(context, [...shipments])) ports.add(port)
  for (const id of await devicesOfPorts(context, [...ports])) ids.add(id)
  await lockDevices(context, [...ids])
}

async function devicesOfPorts({ db }: Context, port_ids: readonly number[]): Promise<number[]> {
  if (port_ids.length === 0) return []
  const { rows } = await sql<{ device_id: number }>`
    select device_id from device_ports where device_ports_id = any(${[...port_ids]}::int8[])`.execute(db)
  return rows.map(({ device_id }) => device_id)
}

/** The ports that shipments have delivered to. */
async function portsFilledBy({ db }: Context, shipment_ids: readonly number[]): Promise<number[]> {
  if (shipment_ids.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select device_ports_id as id from shipment_planner_details
    where shipment_id = any(${[...shipment_ids]}::int8[]) and delivered_liters > 0 and device_ports_id is not null`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
