import { sql } from 'kysely'
import { namedAsGiven } from '#core/domains/devices/bothUnits.ts'
import { device_ports } from '#core/domains/devices/device_ports.ts'
import { hasSensorOffset } from '#core/domains/devices/sensor_types.ts'
import { levelEffect } from '#core/domains/tanks/levelBasis.ts'
import { maxFill } from '#core/domains/tanks/room.ts'
import { checkStrapping } from '#core/domains/tanks/strapping.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { STRAPPING_TABLE } from '#core/domains/tanks/tank_types.ts'
import type { MessageKey } from '#core/platform/textKeys.ts'
import type { ChangesOf, NewRecordOf, RecordOf } from '#core/resources/definition.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import { acceptBothUnits, refuseWrongSize, sizesNotGiven } from '#server/domains/tanks/refuseWrongSize.ts'
import { refuseHighFill } from '#server/domains/tanks/saveProduct.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/events.ts'
import { insertRecord, removeRecord, updateRecord } from '#server/resources/operations.ts'
import { lockRecord, requireVisible } from '#server/resources/rows.ts'
import { acceptChanges, acceptNew, refuseIssues } from '#server/resources/validate.ts'
import { renewDeviceStates } from './renewDeviceStates.ts'
import { leaveForecastsUnscored, renewLevelsFor } from './renewLevels.ts'

type Port = RecordOf<typeof device_ports>

/** Sets up a port: figures may come in either unit system. The device has no more ports than its type. */
export async function createPort(context: Context, body: object): Promise<Port> {
  const values = (await acceptBothUnits(body, async (given) =>
    acceptNew(context, device_ports, await withLevels(context, await withOffset(context, given))),
  )) as NewRecordOf<typeof device_ports>
  await refuseImpossible(context, values)
  if (values.tank_type_id == null) {
    const missing = sizesNotGiven(body).map((field) => ({ field, rule: 'required' as const }))
    refuseIssues(namedAsGiven(body, missing))
  } else {
    await refuseWrongSize(context, { before: null, after: values, body })
  }
  await refuseProduct(context, values, {})
  const port = await insertRecord(context, device_ports, values)
  await countSensors(context, [port.product_id])
  return port
}

/** A sensor whose place does not matter needs no offset; what is stored is never read. */
async function withOffset({ db }: Context, given: Readonly<Record<string, unknown>>): Promise<object> {
  const { sensor_type_id, sensor_offset, imperial_sensor_offset } = given
  if (sensor_type_id == null || sensor_offset != null || imperial_sensor_offset != null) return given
  const { rows } = await sql<{ measure: Parameters<typeof hasSensorOffset>[0] }>`
    select measure from sensor_types where sensor_type_id::text = ${String(sensor_type_id)}`.execute(db)
  if (!rows[0] || hasSensorOffset(rows[0].measure)) return given
  return { ...given, sensor_offset: '25.4', imperial_sensor_offset: '1' }
}

/** Who says nothing of a new port's levels gets those of the settings. */
async function withLevels({ db }: Context, given: object): Promise<object> {
  if ('reorder_yellow' in given || 'reorder_red' in given) return given
  const { reorder_yellow, reorder_red } = await readSettings(db)
  return { reorder_yellow, reorder_red, ...given }
}

/** Changes a port: today's level is new at once, the history stays as the tank was then until it is computed anew. */
export async function updatePort(context: Context, id: number, body: object): Promise<Port> {
  const before = await lockRecord(context, device_ports, id)
  const changes = (await acceptBothUnits(body, (given) =>
    acceptChanges(context, device_ports, given, before),
  )) as ChangesOf<typeof device_ports>
  const after = { ...before, ...changes }
  await refuseImpossible(context, after)
  if (after.tank_type_id !== null) await refuseWrongSize(context, { before, after, body })
  await refuseProduct(context, after, before)
  const port = await updateRecord(context, device_ports, id, changes)
  if (port.active === 0) await forgetState(context, port)
  else await renewLevelsFor(levelEffect('device_ports', before, port), context, [id])
  await countSensors(context, [before.product_id, port.product_id])
  return port
}

/** What whoever has changed a port is told of its level: what it shows today is new, its history is not. */
export function portLevelNotice(before: object, after: object): MessageKey | null {
  return levelEffect('device_ports', before, after) === 'content' ? 'messages.saved_level_renewed' : null
}

/** Takes a port away; its readings stay in the history. */
export async function removePort(context: Context, id: number): Promise<void> {
  const port = await lockRecord(context, device_ports, id)
  await removeRecord(context, device_ports, id)
  await forgetState(context, port)
  await countSensors(context, [port.product_id])
}

/** What was newest of a port that is no longer watched says nothing, and what was open of it is over. */
async function forgetState(context: Context, { device_id, port_number }: Port): Promise<void> {
  const { db } = context
  await db
    .deleteFrom('port_states')
    .where('device_id', '=', device_id)
    .where('port_number', '=', port_number)
    .execute()
  await leaveForecastsUnscored(db, [{ device_id, port_number }])
  await renewDeviceStates(db, [device_id])
  await emit(context, 'tank.changed', [{ device_ids: [device_id] }])
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

type Filled = { device_id?: number | null; product_id?: number | null; max_fill?: string | null }

/**
 * A tank holds what its own company has, or a company above it; and who may not overrule limits lets it be filled no
 * higher than its product.
 * @throws Refusal 422
 */
async function refuseProduct(context: Context, port: Filled, before: Filled): Promise<void> {
  const { db, actor } = context
  const isOther = (name: keyof Filled) => String(port[name] ?? '') !== String(before[name] ?? '')
  if (!isOther('product_id') && !isOther('max_fill')) return
  if (port.product_id != null) await requireVisible(context, tank_products, port.product_id, 'product_id')
  const { rows } = await sql<{ product_group: string; product_max_fill: number | null; is_theirs: boolean }>`
    select p.product_group, p.max_fill::float8 as product_max_fill, is_at_or_above(p.company_id, d.company_id) as is_theirs
    from tank_products p, devices d where p.product_id = ${port.product_id ?? null} and d.device_id = ${port.device_id ?? null}`.execute(
    db,
  )
  const product = rows[0] ?? { product_group: null, product_max_fill: null, is_theirs: true }
  if (isOther('product_id') && !product.is_theirs) {
    refuseIssues([{ field: 'product_id', rule: 'other_company' }])
  }
  refuseHighFill(actor, port.max_fill, maxFill({ ...product, tank_max_fill: null }))
}

/** Keeps on each product how many active sensors watch it. */
async function countSensors({ db }: Context, products: (number | null)[]): Promise<void> {
  const ids = [...new Set(products.filter((id): id is number => id !== null))]
  if (ids.length === 0) return
  await sql`update tank_products p set total_active_sensors =
      (select count(*) from device_ports d where d.product_id = p.product_id and d.active = 1)
    where product_id = any(${ids})`.execute(db)
}
