import { sql } from 'kysely'
import { namedAsGiven } from '#core/domains/devices/bothUnits.ts'
import { device_ports } from '#core/domains/devices/device_ports.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { hasSensorOffset } from '#core/domains/devices/sensor_types.ts'
import { UNFINISHED_STATUSES } from '#core/domains/shipments/shipmentStatus.ts'
import { levelEffect } from '#core/domains/tanks/levelBasis.ts'
import { maxFill } from '#core/domains/tanks/room.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { STRAPPING_TABLE } from '#core/domains/tanks/tank_types.ts'
import { checkStrapping } from '#core/domains/tanks/volume/strapping.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { MessageKey } from '#core/platform/texts/textKeys.ts'
import type { Values } from '#core/platform/values.ts'
import type { ChangesOf, NewRecordOf, RecordOf } from '#core/resources/definition.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import { refuseUnbilled } from '#server/domains/tanks/refuseUnbilled.ts'
import {
  acceptBothUnits,
  type KnownTypes,
  missingSizes,
  refuseWrongSize,
} from '#server/domains/tanks/refuseWrongSize.ts'
import { refuseHighFill } from '#server/domains/tanks/saveProduct.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { conflict, notFound, Refusal } from '#server/platform/refusal.ts'
import { createMany, type ManyOutcome } from '#server/resources/changes/createMany.ts'
import { acceptChanges, acceptNew, refuseIssues } from '#server/resources/changes/validate.ts'
import { refusalOrThrow } from '#server/resources/lists/oneOfMany.ts'
import { insertRecord, removeRecord, updateRecord } from '#server/resources/operations.ts'
import { lockRecord, requireVisible, rowsOf } from '#server/resources/rows.ts'
import { renewDeviceStates } from './renewDeviceStates.ts'
import { leaveForecastsUnscored, renewLevelsFor } from './renewLevels.ts'

type Port = RecordOf<typeof device_ports>

/** Creates a port. Figures may be in either unit system. A device has no more ports than its type allows. */
export async function createPort(context: Context, body: Values): Promise<Port> {
  const values = await acceptPort(body, (input) => acceptWithStandards(context, input))
  const facts = firstOf(await readFacts(context, [values]))
  await refuseNew(context, { values, body, facts })
  const port = await insertRecord(context, device_ports, values)
  await countSensors(context, [port.product_id])
  return port
}

/** Creates many ports by the same rules as one. */
export async function createPorts(context: Context, bodies: readonly Values[]): Promise<ManyOutcome[]> {
  const levels = await standardLevels(context)
  const withoutOffset = await sensorsWithoutOffset(context)
  const accepted: (NewPort | Refusal)[] = []
  for (const body of bodies)
    accepted.push(
      await acceptPort(body, (input) =>
        acceptNew(context, device_ports, withLevels(withOffset(input, withoutOffset), levels)),
      ).catch(refusalOrThrow),
    )
  const facts = await readFacts(
    context,
    accepted.map((values) => (values instanceof Refusal ? {} : values)),
  )
  const types: KnownTypes = new Map()
  const accept = async (body: Values, at: number) => {
    const values = itemAt(accepted, at)
    if (values instanceof Refusal) throw values
    await refuseNew(context, { values, body, facts: itemAt(facts, at), types })
    return values
  }
  return createMany(context, device_ports, bodies, accept, {
    after: (own, created) =>
      countSensors(
        own,
        created.map(({ values }) => values.product_id ?? null),
      ),
  })
}

type NewPort = NewRecordOf<typeof device_ports>

const acceptPort = acceptBothUnits<NewPort>

const acceptWithStandards = async (context: Context, input: Readonly<Record<string, unknown>>) =>
  acceptNew(
    context,
    device_ports,
    withLevels(withOffset(input, await sensorsWithoutOffset(context)), await standardLevels(context)),
  )

/** @throws Refusal 404 or 422 for a new port that its device, its size or its product does not allow. */
async function refuseNew(
  context: Context,
  { values, body, facts, types }: { values: NewPort; body: Values; facts: PortFacts; types?: KnownTypes },
): Promise<void> {
  refuseImpossible(values, facts)
  if (values.tank_type_id == null) {
    const missing = missingSizes(body).map((field) => ({ field, rule: 'required' as const }))
    refuseIssues(namedAsGiven(body, missing))
  } else {
    await refuseWrongSize(context, { before: null, after: values, body, types })
  }
  refuseProduct(context, { port: values, before: {}, facts })
}

/** The ids of sensors without an offset, as texts. */
async function sensorsWithoutOffset({ db }: Context): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string; measure: Parameters<typeof hasSensorOffset>[0] }>`
    select sensor_type_id::text as id, measure from sensor_types`.execute(db)
  return new Set(rows.filter(({ measure }) => !hasSensorOffset(measure)).map(({ id }) => id))
}

/** Fills in an offset for a sensor that needs none: the column requires a value, which is never read. */
function withOffset(input: Values, withoutOffset: ReadonlySet<string>): Values {
  const { sensor_type_id, sensor_offset, imperial_sensor_offset } = input
  if (sensor_offset != null || imperial_sensor_offset != null) return input
  if (!withoutOffset.has(String(sensor_type_id))) return input
  return { ...input, sensor_offset: '25.4', imperial_sensor_offset: '1' }
}

/** A new port without thresholds gets the defaults from the settings. */
function withLevels(input: Values, levels: Values): Values {
  return 'reorder_yellow' in input || 'reorder_red' in input ? input : { ...levels, ...input }
}

async function standardLevels({ db }: Context): Promise<Values> {
  const { reorder_yellow, reorder_red } = await readSettings(db)
  return { reorder_yellow, reorder_red }
}

/** Changes a port. Today's level is renewed at once; the history stays based on the former tank until it is recomputed. */
export async function updatePort(context: Context, id: number, body: Values): Promise<Port> {
  const before = await lockRecord(context, device_ports, id)
  const changes: ChangesOf<typeof device_ports> = await acceptBothUnits(body, (input) =>
    acceptChanges(context, device_ports, input, before),
  )
  const after = { ...before, ...changes }
  const facts = firstOf(await readFacts(context, [after]))
  refuseImpossible(after, facts)
  if (after.tank_type_id !== null) await refuseWrongSize(context, { before, after, body })
  refuseProduct(context, { port: after, before, facts })
  const isElsewhere = after.device_id !== before.device_id || after.port_number !== before.port_number
  if (isElsewhere) await refuseOtherPlace(context, before, after)
  if (isElsewhere || (changes.active === 0 && before.active === 1)) await refuseLoaded(context, id)
  const port = await updateRecord(context, device_ports, id, changes)
  if (port.active === 0 || isElsewhere) await forgetState(context, before)
  if (port.device_id !== before.device_id)
    await emit(context, 'tank.changed', [{ device_ids: [port.device_id] }])
  if (port.active === 1)
    await renewLevelsFor(
      levelEffect('device_ports', before, port),
      context,
      [id],
      before.sensor_type_id === port.sensor_type_id ? null : before.sensor_type_id,
    )
  await countSensors(context, [before.product_id, port.product_id])
  return port
}

/**
 * A port's readings stay with the port. A tank can move only to a port of the same company, without unbilled deliveries or entered levels.
 * @throws Refusal 404, 409, 422
 */
async function refuseOtherPlace(context: Context, before: Port, after: Port): Promise<void> {
  const { db } = context
  const { device_id, port_number, device_ports_id } = before
  if (after.device_id !== device_id) await requireVisible(context, devices, after.device_id, 'device_id')
  const { rows } = await sql<{ is_other: boolean; has_levels: boolean }>`
    select a.company_id <> b.company_id as is_other, exists (select from entered_levels e
        where e.device_id = ${device_id} and e.port_number = ${port_number}) as has_levels
    from devices a, devices b where a.device_id = ${device_id} and b.device_id = ${after.device_id}`.execute(
    db,
  )
  const { is_other, has_levels } = firstOf(rows)
  if (is_other) refuseIssues([{ field: 'device_id', rule: 'other_company' }])
  if (has_levels) throw conflict('messages.port_has_levels')
  await refuseUnbilled(context, sql`p.device_ports_id = ${device_ports_id}`)
}

/** The message after a change that renews today's level but not its history; null for other changes. */
export function portLevelNotice(before: Values, after: Values): MessageKey | null {
  return levelEffect('device_ports', before, after) === 'content' ? 'messages.saved_level_renewed' : null
}

/**
 * Removes a port; its readings stay in the history. A port with an unbilled delivery can only be switched off.
 * @throws Refusal 409 that names a round
 */
export async function removePort(context: Context, id: number): Promise<void> {
  const port = await lockRecord(context, device_ports, id)
  await refuseLoaded(context, id)
  await refuseUnbilled(context, sql`p.device_ports_id = ${id}`)
  await removeRecord(context, device_ports, id)
  await forgetState(context, port)
  await countSensors(context, [port.product_id])
}

/** @throws Refusal 409 that names a round with a load for the tank, unless it is finished */
async function refuseLoaded({ db }: Context, device_ports_id: number): Promise<void> {
  const { rows } = await sql<{ shipment_number: string }>`
    select s.shipment_number from shipment_planner_details d join shipment_planners s using (shipment_id)
    where d.device_ports_id = ${device_ports_id} and s.status_id = any(${UNFINISHED_STATUSES})
    limit 1`.execute(db)
  if (rows[0]) throw conflict('messages.port_loaded', { round: rows[0].shipment_number })
}

/** The state of an unwatched port is deleted, and its open alerts are closed. */
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

/** Facts about a port from other records. */
interface PortFacts {
  /** The number of ports of its device's type. */
  num_ports: number | null
  /** The type of its tank. */
  slug: string | null
  /** Whether the actor may see its product. */
  is_visible: boolean
  /** Group of its product, if any. */
  product_group: string | null
  product_max_fill: number | null
  /** Whether its product belongs to the device's company, or a company above it. */
  is_theirs: boolean | null
}

type Leading = { device_id?: number | null; tank_type_id?: number | null; product_id?: number | null }

/** Facts from other records about each port, in the order of the ports: two statements for all of them. */
async function readFacts(context: Context, ports: readonly Leading[]): Promise<PortFacts[]> {
  const products = [...new Set(ports.flatMap(({ product_id }) => (product_id == null ? [] : [product_id])))]
  const seen =
    products.length === 0
      ? []
      : await rowsOf(context, tank_products)
          .where(sql<boolean>`tank_products.product_id = any(${products}::int8[])`)
          .select('tank_products.product_id as id')
          .execute()
  const visible = new Set(seen.map((row) => Number(row.id)))
  const leading = ports.map(({ device_id, tank_type_id, product_id }, index) => ({
    ...{ at: index, device_id, tank_type_id, product_id },
  }))
  const { rows } = await sql<Omit<PortFacts, 'is_visible'>>`
    select t.num_ports, y.slug, p.product_group, p.max_fill::float8 as product_max_fill,
      case when p.product_id is not null then is_at_or_above(p.company_id, d.company_id) end as is_theirs
    from jsonb_to_recordset(${JSON.stringify(leading)}::jsonb)
        as one (at integer, device_id bigint, tank_type_id bigint, product_id bigint)
      left join devices d on d.device_id = one.device_id
      left join device_types t on t.device_type_id = d.device_type_id
      left join tank_types y on y.tank_type_id = one.tank_type_id
      left join tank_products p on p.product_id = one.product_id and d.device_id is not null
    order by one.at`.execute(context.db)
  return rows.map((row, index) => {
    const { product_id } = itemAt(ports, index)
    return { ...row, is_visible: product_id == null || visible.has(product_id) }
  })
}

/** @throws Refusal 422 if the device has no such port, or its tank has no table that it needs. */
function refuseImpossible(
  port: { port_number: number; strapping?: [number, number][] | null },
  { num_ports, slug }: PortFacts,
): void {
  if (num_ports !== null && port.port_number > num_ports) {
    refuseIssues([{ field: 'port_number', rule: 'too_high', params: { max: num_ports } }])
  }
  const table = port.strapping
  if (slug === STRAPPING_TABLE && !table?.length) refuseIssues([{ field: 'strapping', rule: 'required' }])
  if (table?.length) {
    refuseIssues(
      checkStrapping(table)
        .slice(0, 1)
        .map((problem) => ({ field: 'strapping', rule: `strapping_${problem}` })),
    )
  }
}

type Filled = { product_id?: number | null; max_fill?: string | null }

/**
 * A tank holds a product of its own company, or of a company above it; a user who may not overrule limits cannot set a higher maximum fill
 * than its product's.
 * @throws Refusal 422, 404
 */
function refuseProduct(
  { actor }: Context,
  { port, before, facts }: { port: Filled; before: Filled; facts: PortFacts },
): void {
  const isOther = (name: keyof Filled) => String(port[name] ?? '') !== String(before[name] ?? '')
  if (!isOther('product_id') && !isOther('max_fill')) return
  if (!facts.is_visible) throw notFound('product_id')
  if (isOther('product_id') && facts.is_theirs === false) {
    refuseIssues([{ field: 'product_id', rule: 'other_company' }])
  }
  const { product_group, product_max_fill } = facts
  refuseHighFill(actor, port.max_fill, maxFill({ product_group, product_max_fill, tank_max_fill: null }))
}

/** Updates the number of active sensors of each product. */
async function countSensors({ db }: Context, products: (number | null)[]): Promise<void> {
  const ids = [...new Set(products.filter((id): id is number => id !== null))]
  if (ids.length === 0) return
  await sql`update tank_products p set total_active_sensors =
      (select count(*) from device_ports d where d.product_id = p.product_id and d.active = 1)
    where product_id = any(${ids})`.execute(db)
}
