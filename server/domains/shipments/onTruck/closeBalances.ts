import { sql } from 'kysely'
import { closeBalance, type TruckDifferenceReason } from '#core/domains/shipments/onTruck/balanceOf.ts'
import type { ClosedCompartment } from '#core/domains/shipments/onTruck/closedCompartment.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { litresText } from '#core/domains/shipments/volumeInReaderUnit.ts'
import type { Issue } from '#core/platform/issue.ts'
import { type QuantityUnit, toLitres } from '#core/platform/numbers/quantities.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { conflict } from '#server/platform/refusal.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'
import { audit } from '#server/resources/history/audit.ts'
import { localeOfActor } from '#server/resources/names/textFormats.ts'
import { lockRecord } from '#server/resources/rows.ts'
import type { Shipment } from '../readShipment.ts'
import { lockVehicles } from '../readVehicles.ts'
import {
  type Content,
  drawnMovements,
  keyOf,
  type Moved,
  movementsOf,
  type Place,
  productAfter,
  readCarried,
  readMovements,
  turn,
} from './readMovements.ts'
import { type NumberedPlace, readPlaces } from './readPlaces.ts'

/** Report of the driver or the office about a compartment at the end, in litres. */
interface Report {
  /** Its index in the request; null if it was reported earlier. */
  index: number | null
  returned: string
  found: string | null
  reason: TruckDifferenceReason | null
  note: string | null
}

const NO_REPORT: Report = { index: null, returned: '0', found: null, reason: null, note: null }

interface Closing extends Place {
  number: number
  moved: Moved | undefined
  carried: Content | undefined
  report: Report
}

/**
 * Balances each compartment of a finished round, and stores its content for the next round. A difference beyond the meters' tolerance needs
 * a reason. A compartment without input keeps its earlier report.
 * @throws Refusal 422 naming each compartment that does not balance
 */
export async function closeBalances(
  context: Context,
  shipment: Shipment,
  input: readonly ClosedCompartment[],
): Promise<void> {
  const { db, actor } = context
  await lockVehicles(context, shipment)
  const closings = await readClosings(context, shipment, input)
  const issues = closings.flatMap((closing): Issue[] => {
    const closed = closeBalance(
      movementsOf(closing.moved, closing.carried, closing.report.returned),
      closing.report.found,
    )
    if (!closed.isBeyond || closing.report.reason || closing.report.index === null) return []
    const text = (litres: string | null) => litresText(Number(litres), actor.units, localeOfActor(actor))
    const off = text(String(Math.abs(Number(closed.difference))))
    const isShort = closing.report.found === null
    return [
      {
        field: `compartments.${closing.report.index}.reason`,
        rule: isShort ? 'truck_short' : 'truck_difference',
        params: {
          ...{ number: closing.number, off, margin: text(closed.margin) },
          ...(!isShort && { book: text(closed.book), found: text(closed.on_board) }),
        },
      },
    ]
  })
  refuseIssues(issues)
  for (const closing of closings) await storeBalance(db, shipment.shipment_id, closing)
  await recloseLater(db, shipment)
}

/**
 * Corrects the report at the end of a finalized round: a round that closed automatically has no report of returned product. Later rounds
 * are balanced again.
 * @throws Refusal 404, 409 unless the round is finalized, 422
 */
export async function correctEnds(
  context: Context,
  shipment_id: number,
  input: readonly ClosedCompartment[],
): Promise<void> {
  const shipment = await lockRecord(context, shipment_planners, shipment_id)
  if (shipment.status_id !== SHIPMENT_STATUS.finalized) throw conflict('messages.shipment_not_closed')
  await closeBalances(context, shipment, input)
  await audit(context, 'shipment_planners', shipment_id, 'correct_ends', [
    { field: 'compartments', before: null, after: input },
  ])
}

async function readClosings(
  context: Context,
  shipment: Shipment,
  input: readonly ClosedCompartment[],
): Promise<Closing[]> {
  const { db } = context
  const places = await readPlaces(db, shipment)
  const reports = await readReports(db, input, places)
  const stored = await readStored(db, shipment)
  const carried = await readCarried(
    db,
    places.map(({ truck_id }) => truck_id),
    shipment,
  )
  const reportOf = (place: NumberedPlace) => reports.get(place.number) ?? stored.get(keyOf(place))
  const inspected = places.filter((place) => reportOf(place)?.found != null).map(keyOf)
  const moved = drawnMovements(await readMovements(db, [shipment.shipment_id]), carried, (key) =>
    inspected.includes(key),
  )
  return places.flatMap((place): Closing[] => {
    const key = keyOf(place)
    const found = reportOf(place)
    const closing = {
      ...{ truck_id: place.truck_id, place: place.place, number: place.number },
      moved: moved.find((item) => keyOf(item) === key),
      carried: carried.get(key),
      report: found ?? { ...NO_REPORT, index: place.number - 1 },
    }
    // An empty compartment that was not used needs no balance.
    const isUsed = closing.moved || Number(closing.carried?.litres ?? 0) !== 0 || found
    return isUsed ? [closing] : []
  })
}

async function readReports(
  db: Database,
  input: readonly ClosedCompartment[],
  places: readonly NumberedPlace[],
): Promise<Map<number, Report>> {
  const { rows: units } = await sql<QuantityUnit & { id: number }>`
    select id, measure, factor from units_of_measure where measure = 'volume'`.execute(db)
  const reports = new Map<number, Report>()
  const issues: Issue[] = []
  for (const [index, { compartment, returned, found, unit_id, reason, note }] of input.entries()) {
    const unit = units.find(({ id }) => id === unit_id)
    const field = (name: string) => `compartments.${index}.${name}`
    if (!unit) issues.push({ field: field('unit_id'), rule: 'unit_of_volume' })
    if (!places.some(({ number }) => number === compartment)) {
      issues.push({
        field: field('compartment'),
        rule: 'compartment_missing',
        params: { limit: places.length },
      })
    }
    if (reports.has(compartment)) issues.push({ field: field('compartment'), rule: 'compartment_twice' })
    const litres = (figure: string | null | undefined) => (figure && unit ? toLitres(figure, unit) : null)
    reports.set(compartment, {
      index,
      returned: litres(returned) ?? '0',
      found: litres(found),
      reason: reason ?? null,
      note: note || null,
    })
  }
  refuseIssues(issues)
  return reports
}

async function storeBalance(
  db: Database,
  shipment_id: number,
  { truck_id, place, moved, carried, report }: Closing,
): Promise<void> {
  const movements = movementsOf(moved, carried, report.returned)
  const closed = closeBalance(movements, report.found)
  await db
    .insertInto('compartment_balances')
    .values({
      ...{ shipment_id, truck_id, place, product_id: productAfter(moved, carried) },
      ...{ carried_liters: movements.carried, loaded_liters: closed.loaded },
      ...{ metered_liters: movements.metered, returned_liters: report.returned, found_liters: report.found },
      ...{ on_board_liters: closed.on_board, difference_liters: closed.difference },
      ...{ margin_liters: closed.margin, reason: report.reason, note: report.note },
    })
    .onConflict((conflict) =>
      conflict.columns(['shipment_id', 'truck_id', 'place']).doUpdateSet((row) => ({
        product_id: row.ref('excluded.product_id'),
        carried_liters: row.ref('excluded.carried_liters'),
        loaded_liters: row.ref('excluded.loaded_liters'),
        metered_liters: row.ref('excluded.metered_liters'),
        returned_liters: row.ref('excluded.returned_liters'),
        found_liters: row.ref('excluded.found_liters'),
        on_board_liters: row.ref('excluded.on_board_liters'),
        difference_liters: row.ref('excluded.difference_liters'),
        margin_liters: row.ref('excluded.margin_liters'),
        reason: row.ref('excluded.reason'),
        note: row.ref('excluded.note'),
      })),
    )
    .execute()
}

/** Reports about the compartments when the round closed, by place. */
async function readStored(
  db: Database,
  { shipment_id }: Pick<Shipment, 'shipment_id'>,
): Promise<Map<string, Report>> {
  const { rows } = await sql<Place & Omit<Report, 'index'>>`
    select truck_id, place, returned_liters::text as returned, found_liters::text as found, reason, note
    from compartment_balances where shipment_id = ${shipment_id}`.execute(db)
  return new Map(rows.map((row) => [keyOf(row), { ...row, index: null }]))
}

/** Recomputes the balances of a closed round after a correction, and of the rounds after it. */
export async function reclose(context: Context, shipment_id: number): Promise<void> {
  const { rows } = await sql<ClosedRound>`
    select s.shipment_id, s.truck_id, s.trailer_id, ${turn} as left_at
    from shipment_planners s where s.shipment_id = ${shipment_id}
      and exists (select from compartment_balances b where b.shipment_id = s.shipment_id)`.execute(context.db)
  const [round] = rows
  if (!round) return
  await lockVehicles(context, round)
  await recloseOne(context.db, round)
  await recloseLater(context.db, round)
}

type ClosedRound = Pick<Shipment, 'shipment_id' | 'truck_id' | 'trailer_id' | 'left_at'>

async function recloseLater(db: Database, round: ClosedRound): Promise<void> {
  const vehicle_ids = [round.truck_id, round.trailer_id].filter((id): id is number => id !== null)
  const { rows } = await sql<ClosedRound>`
    select distinct s.shipment_id, s.truck_id, s.trailer_id, ${turn} as left_at
    from compartment_balances b join shipment_planners s using (shipment_id)
    where b.truck_id = any(${vehicle_ids}) and (${turn}, s.shipment_id)
      > (${round.left_at}::timestamptz, ${round.shipment_id})
    order by left_at, s.shipment_id`.execute(db)
  for (const later of rows) await recloseOne(db, later)
}

async function recloseOne(db: Database, round: ClosedRound): Promise<void> {
  const places = await readPlaces(db, round)
  const carried = await readCarried(
    db,
    places.map(({ truck_id }) => truck_id),
    round,
  )
  const stored = await readStored(db, round)
  const moved = drawnMovements(
    await readMovements(db, [round.shipment_id]),
    carried,
    (key) => (stored.get(key)?.found ?? null) !== null,
  )
  for (const { number, truck_id, place } of places) {
    const key = keyOf({ truck_id, place })
    const before = stored.get(key)
    const now = {
      moved: moved.find((item) => keyOf(item) === key),
      carried: carried.get(key),
    }
    if (!before && !now.moved && !now.carried) continue
    const closing = { number, truck_id, place, ...now, report: before ?? NO_REPORT }
    await storeBalance(db, round.shipment_id, closing)
  }
}
