import { sql } from 'kysely'
import { withBothUnits } from '#core/domains/devices/bothUnits.ts'
import { device_ports } from '#core/domains/devices/device_ports.ts'
import { checkStrapping } from '#core/domains/tanks/strapping.ts'
import { STRAPPING_TABLE } from '#core/domains/tanks/tank_types.ts'
import type { ChangesOf, NewRecordOf, RecordOf } from '#core/resources/definition.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Context } from '#server/platform/context.ts'
import { insertRecord, removeRecord, updateRecord } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { acceptChanges, acceptNew, refuseIssues } from '#server/resources/validate.ts'

type Port = RecordOf<typeof device_ports>

/** Sets up a port: figures may come in either unit system. The device has no more ports than its type. */
export async function createPort(context: Context, body: object): Promise<Port> {
  const { values: given, issues } = withBothUnits(body)
  refuseIssues(issues)
  const values = acceptNew(context, device_ports, await withLevels(context, given)) as NewRecordOf<
    typeof device_ports
  >
  await refuseImpossible(context, values)
  const port = await insertRecord(context, device_ports, values)
  await countSensors(context, [port.product_id])
  return port
}

/** Who says nothing of a new port's levels gets those of the settings. */
async function withLevels({ db }: Context, given: object): Promise<object> {
  if ('reorder_yellow' in given || 'reorder_red' in given) return given
  const { reorder_yellow, reorder_red } = await readSettings(db)
  return { reorder_yellow, reorder_red, ...given }
}

/** Changes a port; what the tank's size was stays with the readings that were taken then. */
export async function updatePort(context: Context, id: number, body: object): Promise<Port> {
  const before = await lockRecord(context, device_ports, id)
  const { values: given, issues } = withBothUnits(body)
  refuseIssues(issues)
  const changes = acceptChanges(device_ports, given, before) as ChangesOf<typeof device_ports>
  await refuseImpossible(context, { ...before, ...changes })
  const port = await updateRecord(context, device_ports, id, changes)
  if (port.active === 0) await forgetState(context, port)
  await countSensors(context, [before.product_id, port.product_id])
  return port
}

/** Takes a port away; its readings stay in the history. */
export async function removePort(context: Context, id: number): Promise<void> {
  const port = await lockRecord(context, device_ports, id)
  await removeRecord(context, device_ports, id)
  await forgetState(context, port)
  await countSensors(context, [port.product_id])
}

/** What was newest of a port that is no longer watched says nothing. */
async function forgetState({ db }: Context, { device_id, port_number }: Port): Promise<void> {
  await sql`delete from port_states where device_id = ${device_id} and port_number = ${port_number}`.execute(
    db,
  )
}

/** What only other records can tell: how many ports the type has, and whether its tank needs a table. */
async function refuseImpossible(
  { db }: Context,
  port: { device_id?: number | null; port_number: number; tank_type_id?: number | null; strapping?: unknown },
): Promise<void> {
  const { rows } = await sql<{ num_ports: number | null; slug: string | null }>`
    select (select num_ports from devices join device_types using (device_type_id)
        where device_id = ${port.device_id ?? null}) as num_ports,
      (select slug from tank_types where tank_type_id = ${port.tank_type_id ?? null}) as slug`.execute(db)
  const { num_ports, slug } = rows[0]!
  if (num_ports !== null && port.port_number > num_ports) {
    refuseIssues([{ field: 'port_number', rule: 'too_high', params: { max: num_ports } }])
  }
  const table = port.strapping as [number, number][] | null | undefined
  if (slug === STRAPPING_TABLE && !table?.length) refuseIssues([{ field: 'strapping', rule: 'required' }])
  if (table?.length) {
    refuseIssues(
      checkStrapping(table)
        .slice(0, 1)
        .map((problem) => ({ field: 'strapping', rule: `strapping_${problem}` })),
    )
  }
}

/** Keeps on each product how many active sensors watch it. */
async function countSensors({ db }: Context, products: (number | null)[]): Promise<void> {
  const ids = [...new Set(products.filter((id): id is number => id !== null))]
  if (ids.length === 0) return
  await sql`update tank_products p set total_active_sensors =
      (select count(*) from device_ports d where d.product_id = p.product_id and d.active = 1)
    where product_id = any(${ids})`.execute(db)
}
