import { sql } from 'kysely'
import type { z } from 'zod'
import { device_ports } from '#core/domains/devices/device_ports.ts'
import { devices } from '#core/domains/devices/devices.ts'
import type {
  AddedDeliveryBody,
  ReportedTankChange,
  RiseVerdict,
  RiseVerdictBody,
} from '#core/domains/telemetry/reportedChange.ts'
import { usGallonsToLitres, volumeIn, volumeUnit } from '#core/platform/numbers/units.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { publishLive } from '#server/platform/database/notify.ts'
import { conflict, invalid, notFound } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/history/audit.ts'
import { nameForReader } from '#server/resources/names/nameForReader.ts'
import { visibleHistoryStart } from '#server/resources/rights/visibleHistoryStart.ts'
import { lockRecord, readRecord } from '#server/resources/rows.ts'
import { changesOf, NEAR_RISE } from './countedChanges.ts'

interface OfPort {
  device_id: number
  device_ports_id: number
}

interface Tank {
  device_id: number
  port_number: number
  company_id: number
  capacity: number
  /** Time from which the actor may see its history. */
  since: Date
}

/** How far a clock may be ahead. */
const CLOCK_TOLERANCE_MS = 300_000
const MAX_SHARE = 1.05
const MAX_ROWS = 50

/** The newest valid rises and losses of a tank, in the user's units. @throws Refusal 404 */
export async function listTankChanges(context: Context, ids: OfPort): Promise<ReportedTankChange[]> {
  const { device_id, port_number, since } = await readTank(context, ids)
  const { units } = context.actor
  const { rows } = await sql<Omit<ReportedTankChange, 'unit'>>`
    select c.tank_change_id, c.told_change_id, c.kind, c.started_at, c.ended_at, c.volume::float8 as volume,
      c.measured_volume::float8 as measured_volume, c.verdict, t.note, ${nameForReader(context.actor, 'u')} as told_by
    from (${changesOf({ device_id: sql`${device_id}`, port_number: sql`${port_number}` })}) c
      left join told_changes t on t.device_id = ${device_id} and t.told_change_id = c.told_change_id
      left join users u on u.user_id = t.told_by
    where c.started_at >= ${since} order by c.ended_at desc limit ${MAX_ROWS}`.execute(context.db)
  return rows.map((row) => ({
    ...row,
    volume: volumeIn(units, row.volume),
    measured_volume: row.measured_volume && volumeIn(units, row.measured_volume),
    unit: volumeUnit(units),
  }))
}

/** Stores a person's verdict on a detected rise; the last one counts. @throws Refusal 404, 422 */
export async function judgeRise(
  context: Context,
  { tank_change_id, ...ids }: OfPort & { tank_change_id: number },
  body: z.output<ReturnType<typeof RiseVerdictBody>>,
): Promise<ReportedTankChange[]> {
  await lockRecord(context, devices, ids.device_id)
  const tank = await readTank(context, ids)
  const { device_id, port_number, since } = tank
  const { rows } = await sql<{
    started_at: string
    ended_at: string
    volume: number
    before: RiseVerdict | null
  }>`
    select c.started_at, c.ended_at, c.measured_volume::float8 as volume, c.verdict as before
    from (${changesOf({ device_id: sql`${device_id}`, port_number: sql`${port_number}` })}) c
    where c.tank_change_id = ${tank_change_id} and c.kind = 'fill' and c.started_at >= ${since}`.execute(
    context.db,
  )
  const [rise] = rows
  if (!rise) throw notFound()
  const volume = body.volume === undefined ? rise.volume : litresOf(context.actor, body.volume)
  refuseBeyond(tank, volume)
  await deleteReportedChange(context, tank, tank_change_id)
  await store(context, tank, { ...rise, volume, verdict: body.verdict, note: body.note })
  await audit(context, 'device_ports', ids.device_ports_id, 'judge_rise', [
    { field: 'verdict', before: rise.before, after: body.verdict },
  ])
  await renewTank(context, tank)
  return listTankChanges(context, ids)
}

/**
 * Stores a delivery without a detected rise. If the rise is detected later, it is matched with this delivery.
 * @throws Refusal 404; 409 if a rise was detected at that time; 422
 */
export async function addDelivery(
  context: Context,
  ids: OfPort,
  body: z.output<ReturnType<typeof AddedDeliveryBody>>,
): Promise<ReportedTankChange[]> {
  await lockRecord(context, devices, ids.device_id)
  const tank = await readTank(context, ids)
  const at = new Date(body.at)
  if (at.getTime() > context.now.getTime() + CLOCK_TOLERANCE_MS)
    throw invalid([{ field: 'at', rule: 'day_to_come' }])
  if (at < tank.since) throw invalid([{ field: 'at', rule: 'not_before_owner' }])
  const volume = litresOf(context.actor, body.volume)
  refuseBeyond(tank, volume)
  const { rows } = await sql`
    select from tank_changes c where c.device_id = ${tank.device_id} and c.port_number = ${tank.port_number} and c.kind = 'fill'
      and c.started_at <= ${at}::timestamptz + ${NEAR_RISE}::interval
      and c.ended_at >= ${at}::timestamptz - ${NEAR_RISE}::interval limit 1`.execute(context.db)
  if (rows.length > 0) throw conflict('messages.rise_was_seen')
  await store(context, tank, { started_at: at, ended_at: at, volume, verdict: 'delivery', note: body.note })
  await audit(context, 'device_ports', ids.device_ports_id, 'add_delivery', [
    { field: 'volume', before: null, after: volume },
  ])
  await renewTank(context, tank)
  return listTankChanges(context, ids)
}

/** Deletes a person's verdict or delivery: the measured change counts again. @throws Refusal 404 */
export async function removeReportedChange(
  context: Context,
  { told_change_id, ...ids }: OfPort & { told_change_id: number },
): Promise<ReportedTankChange[]> {
  await lockRecord(context, devices, ids.device_id)
  const tank = await readTank(context, ids)
  const { rows } = await sql<{ verdict: string }>`
    delete from told_changes where told_change_id = ${told_change_id} and device_id = ${tank.device_id}
      and port_number = ${tank.port_number} and started_at >= ${tank.since} returning verdict`.execute(
    context.db,
  )
  if (!rows[0]) throw notFound()
  await audit(context, 'device_ports', ids.device_ports_id, 'take_back_change', [
    { field: 'verdict', before: rows[0].verdict, after: null },
  ])
  await renewTank(context, tank)
  return listTankChanges(context, ids)
}

interface Statement {
  started_at: string | Date
  ended_at: string | Date
  volume: number
  verdict: RiseVerdict
  note: string | null
}

async function store(
  { db, actor, now }: Context,
  { device_id, port_number }: Tank,
  statement: Statement,
): Promise<void> {
  const { started_at, ended_at, volume, verdict, note } = statement
  await sql`
    insert into told_changes (device_id, port_number, verdict, started_at, ended_at, volume, note, told_by, told_at)
    values (${device_id}, ${port_number}, ${verdict}, ${started_at}, ${ended_at}, ${volume}, ${note}, ${actor.user_id}, ${now})
    on conflict (device_id, port_number, started_at, ended_at) do update set verdict = excluded.verdict,
      volume = excluded.volume, note = excluded.note, told_by = excluded.told_by, told_at = excluded.told_at`.execute(
    db,
  )
}

/** Deletes earlier statements about a rise, including those made before it was detected. */
async function deleteReportedChange(
  { db }: Context,
  { device_id, port_number }: Tank,
  tank_change_id: number,
): Promise<void> {
  await sql`
    delete from told_changes t where t.device_id = ${device_id} and t.told_change_id in (
      select c.told_change_id from (${changesOf({ device_id: sql`${device_id}`, port_number: sql`${port_number}` })}) c
      where c.tank_change_id = ${tank_change_id})`.execute(db)
}

/**
 * Marks everything that depends on a tank's rises as stale: the next tasks renew the forecast within a minute, then the
 * judgement of its use.
 */
async function renewTank({ db }: Context, { device_id, port_number, company_id }: Tank): Promise<void> {
  await sql`update port_states set forecast_at = null
    where device_id = ${device_id} and port_number = ${port_number}`.execute(db)
  await sql`update tank_judgements set judged_day = judged_day - 1
    where device_id = ${device_id} and port_number = ${port_number}`.execute(db)
  await publishLive(db, 'devices', [[device_id, company_id]])
}

function refuseBeyond({ capacity }: Tank, volume: number): void {
  if (!(capacity > 0) || volume > capacity * MAX_SHARE)
    throw invalid([{ field: 'volume', rule: 'beyond_capacity' }])
}

async function readTank(context: Context, { device_id, device_ports_id }: OfPort): Promise<Tank> {
  const port = await readRecord(context, device_ports, device_ports_id)
  if (port.device_id !== device_id) throw notFound()
  const { company_id } = await readRecord(context, devices, device_id)
  return {
    device_id,
    port_number: Number(port.port_number),
    company_id: Number(company_id),
    capacity: Number(port.def_liters),
    since: new Date(await visibleHistoryStart(context, device_id)),
  }
}

function litresOf({ units }: Actor, amount: number): number {
  return units === 'imperial' ? usGallonsToLitres(amount) : amount
}
