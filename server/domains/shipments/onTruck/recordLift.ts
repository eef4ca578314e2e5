import { sql } from 'kysely'
import { checkLift } from '#core/domains/shipments/onTruck/checkLift.ts'
import type {
  recordLift as call,
  correctLift as correction,
} from '#core/domains/shipments/onTruck/onTruckCalls.ts'
import type { OnTruck } from '#core/domains/shipments/onTruck/onTruckResponse.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { litresText } from '#core/domains/shipments/volumeInReaderUnit.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { netVolume, REFERENCE_CELSIUS } from '#core/domains/tanks/temperatureCorrection.ts'
import type { ReceivedBy } from '#core/platform/defineCall.ts'
import { type Issue, issueIf } from '#core/platform/issue.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { type QuantityUnit, toLitres } from '#core/platform/numbers/quantities.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { conflict, invalid, notFound } from '#server/platform/refusal.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'
import { audit } from '#server/resources/history/audit.ts'
import { localeOfActor } from '#server/resources/names/textFormats.ts'
import { lockRecord, requireSelectable } from '#server/resources/rows.ts'
import type { Shipment } from '../readShipment.ts'
import { lockVehicles } from '../readVehicles.ts'
import { reclose } from './closeBalances.ts'
import { readShipmentOnTruck, readTerminals } from './readOnTruck.ts'
import { readPlaces } from './readPlaces.ts'

type Paper = ReceivedBy<typeof call>['body']
type Line = Paper['lines'][number]
type Correction = ReceivedBy<typeof correction>['body']

interface Unit extends QuantityUnit {
  code: string | null
}

/** The phone's user and event that reported a lift. */
interface OnPhone {
  event_id: string
  user_id: number
}

/** Records the lifts of a bill of lading by compartment. @throws Refusal 404, 409, 422 */
export async function recordLift(context: Context, shipment_id: number, paper: Paper): Promise<OnTruck> {
  await storeLift(context, shipment_id, paper)
  return readShipmentOnTruck(context, shipment_id)
}

/** Like `recordLift`, without reading the truck's content afterwards. */
export async function storeLift(
  context: Context,
  shipment_id: number,
  paper: Paper,
  onPhone?: OnPhone,
): Promise<void> {
  const shipment = await lockRound(context, shipment_id)
  for (const [index, line] of paper.lines.entries()) {
    await insertLift(context, shipment, { paper, line, at: `lines.${index}.`, onPhone })
  }
  await finish(context, shipment, paper, paper.lines)
}

/**
 * Records a correction of a lift ticket. It refers to the original, which stays but no longer counts; a gross of 0
 * means that nothing was lifted.
 */
export async function correctLift(context: Context, id: number, body: Correction): Promise<OnTruck> {
  const { rows } = await sql<{ shipment_id: number }>`
    select shipment_id from lift_tickets where lift_ticket_id = ${id}`.execute(context.db)
  if (!rows[0]) throw notFound()
  const { shipment_id } = rows[0]
  await storeCorrection(context, shipment_id, id, body)
  return readShipmentOnTruck(context, shipment_id)
}

/** Like `correctLift`, for a lift whose round is known and without reading the truck's content afterwards. */
export async function storeCorrection(
  context: Context,
  shipment_id: number,
  id: number,
  body: Correction,
  onPhone?: OnPhone,
): Promise<void> {
  const shipment = await lockRound(context, shipment_id)
  const { rows: later } = await sql`select from lift_tickets where correction_of = ${id}`.execute(context.db)
  if (later.length > 0) throw conflict('messages.lift_corrected')
  const lift = { paper: body, line: body, at: '', corrects: id, reason: body.reason, onPhone }
  await insertLift(context, shipment, lift)
  await finish(context, shipment, body, [body])
}

async function finish(
  context: Context,
  { shipment_id }: Shipment,
  { number, reason }: Pick<LiftInput['paper'], 'number'> & { reason?: string },
  lines: readonly Pick<Line, 'compartment' | 'gross'>[],
): Promise<void> {
  await audit(context, 'shipment_planners', shipment_id, 'lift', [
    { field: 'bill_of_lading', before: null, after: number },
    {
      field: 'compartments',
      before: null,
      after: lines.map(({ compartment, gross }) => [String(compartment), gross]),
    },
    ...(reason ? [{ field: 'reason', before: null, after: reason }] : []),
  ])
  await reclose(context, shipment_id)
}

/** Locks a round whose lifts the actor may report: drivers their own, until it is over. */
async function lockRound(context: Context, shipment_id: number): Promise<Shipment> {
  const { actor } = context
  const shipment = await lockRecord(context, shipment_planners, shipment_id)
  const isDriver = actor.loginType === 'driver'
  if (isDriver && shipment.delivered_by !== actor.people_id) throw notFound()
  const { cancelled, finalized } = SHIPMENT_STATUS
  const isOver = shipment.status_id === cancelled || (isDriver && shipment.status_id === finalized)
  if (isOver) throw conflict('messages.shipment_finished')
  await lockVehicles(context, shipment)
  return shipment
}

interface LiftInput {
  paper: Omit<Paper, 'lines'>
  line: Line
  /** Path of the line in the request. */
  at: string
  corrects?: number
  reason?: string
  onPhone?: OnPhone | undefined
}

/** @throws Refusal 422 for a unit of something else */
async function readVolumeUnit(db: Database, unit_id: number) {
  const { rows } =
    await sql<Unit>`select measure, factor, code from units_of_measure where id = ${unit_id}`.execute(db)
  const [{ measure, factor, code } = { measure: null, factor: null, code: null }] = rows
  if (measure !== 'volume' || factor === null) throw invalid([{ field: 'unit_id', rule: 'unit_of_volume' }])
  return { measure, factor, code }
}

/** An issue of a lift, under the path of its line or of the whole paper. */
function issueAt(
  actor: Context['actor'],
  at: string,
  { field, rule, limit }: ReturnType<typeof checkLift>[number],
): Issue {
  const isOfLine = field === 'compartment' || field === 'gross'
  const litres =
    rule === 'over_compartment' ? litresText(limit ?? 0, actor.units, localeOfActor(actor)) : limit
  return {
    field: `${isOfLine ? at : ''}${field}`,
    rule,
    ...(litres !== undefined && { params: { limit: litres } }),
  }
}

/** The tank of the bulk plant that holds the product. */
const bulkTank = (terminal_id: number | null, product_id: number) =>
  sql<number | null>`(select p.device_ports_id from terminals t join device_ports p using (device_id)
    where t.terminal_id = ${terminal_id} and p.product_id = ${product_id} order by p.device_ports_id limit 1)`

async function insertLift(
  context: Context,
  shipment: Shipment,
  { paper, line, at, corrects, reason, onPhone }: LiftInput,
): Promise<void> {
  const { db, actor, now } = context
  const { shipment_id, company_id } = shipment
  const { number, unit_id, terminal_id = null, celsius = null, lifted_at = null } = paper
  const { compartment, product_id } = line
  await requireSelectable(context, tank_products, product_id, `${at}product_id`)
  const unit = await readVolumeUnit(db, unit_id)
  const places = await readPlaces(db, shipment)
  const place = places.find((item) => item.number === compartment)
  const gross = line.gross ?? '0'
  const gross_liters = toLitres(gross, unit)
  const terminals = terminal_id ? await readTerminals(context, shipment) : []
  const found = checkLift(
    { number, compartment, litres: Number(gross_liters), lifted_at, isCorrection: corrects !== undefined },
    { compartments: places, recorded: await readBillsOfLading(context, shipment), now: now.getTime() },
  )
  const isKnownTerminal = terminals.some((terminal) => terminal.terminal_id === terminal_id)
  refuseIssues([
    ...found.map((issue) => issueAt(actor, at, issue)),
    ...issueIf(terminal_id && !isKnownTerminal, { field: 'terminal_id', rule: 'not_found' }),
  ])
  if (!place || company_id === null) throw notFound()
  const net = line.net ?? (await netOf(context, line, { unit, celsius }))
  await db
    .insertInto('lift_tickets')
    .values({
      ...{ company_id, number, shipment_id, truck_id: place.truck_id, place: place.place, compartment },
      ...{ terminal_id, supplier: paper.supplier || null, product_id, unit_id },
      ...{ gross, gross_liters, net, net_liters: net === null ? null : toLitres(net, unit) },
      ...{ celsius, lifted_at: lifted_at ?? now },
      device_ports_id: bulkTank(terminal_id, product_id),
      ...{ correction_of: corrects ?? null, reason: reason ?? null },
      ...{ user_id: onPhone?.user_id ?? actor.user_id, event_id: onPhone?.event_id ?? null },
    })
    .execute()
}

/** Bills of lading that the round already has. */
async function readBillsOfLading(
  { db }: Context,
  { shipment_id }: Shipment,
): Promise<{ number: string; compartment: number }[]> {
  const { rows } = await sql<{ number: string; compartment: number }>`
    select number, compartment from lift_tickets where shipment_id = ${shipment_id} and correction_of is null`.execute(
    db,
  )
  return rows
}

/** Net at 60 °F or 15 °C; null if product or temperature are missing. */
async function netOf(
  { db }: Context,
  { gross, product_id }: Line,
  { unit, celsius }: { unit: Unit; celsius: number | null },
): Promise<string | null> {
  const { rows } = await sql<{ product_group: string; specific_gravity: number }>`
    select product_group, specific_gravity::float8 as specific_gravity from tank_products
    where product_id = ${product_id}`.execute(db)
  const { product_group: group, specific_gravity: specificGravity } = firstOf(rows)
  const reference = unit.code === 'gal' ? REFERENCE_CELSIUS.imperial : REFERENCE_CELSIUS.metric
  return netVolume(Number(gross), { group, specificGravity, celsius }, reference)?.toFixed(3) ?? null
}

/** A loaded round cannot be cancelled or lose its vehicle. @throws Refusal 409 */
export async function refuseLifted({ db }: Context, shipment_id: number): Promise<void> {
  const { rows } = await sql<{ number: string }>`
    select l.number from lift_tickets l where l.shipment_id = ${shipment_id} and l.gross > 0
      and not exists (select from lift_tickets k where k.correction_of = l.lift_ticket_id)
    order by l.lifted_at`.execute(db)
  if (rows.length > 0) {
    throw conflict('messages.lift_holds_shipment', { numbers: rows.map(({ number }) => number).join(', ') })
  }
}
