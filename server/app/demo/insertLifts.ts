import { sql } from 'kysely'
import type { ClosedCompartment } from '#core/domains/shipments/onTruck/closedCompartment.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { closeBalances } from '#server/domains/shipments/onTruck/closeBalances.ts'
import { keepLift } from '#server/domains/shipments/onTruck/recordLift.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { TRUCKS } from './facts.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Since so many days the demo's companies record what they load. */
const RECORDED_DAYS = 14

/** A round that was brought, with how much more than it gave its truck's meter counted. */
export interface BroughtRound {
  shipment_id: number
  began: number
  drift: number
}

interface Held {
  truck_name: string
  compartment: number
  product_id: number
  gallons: number
  /** US gallons that the compartment holds. */
  capacity: number
}

/**
 * Writes terminals, a phone for emergencies, and what the demo's trucks loaded for their latest rounds. Two of them came home with
 * something; one has a difference that a missing bill of lading explains; a meter that counts too much shows.
 */
export async function insertLifts(context: Context, rounds: readonly BroughtRound[]): Promise<void> {
  const { db } = context
  await sql`update companies set emergency_phone = '+18005550142'
    where company_id in (select company_id from tanker_trucks)`.execute(db)
  const terminals = await insertTerminals(db)
  const recent = rounds
    .filter(({ began }) => began > context.now.getTime() - RECORDED_DAYS * DAY)
    .toSorted((one, other) => one.began - other.began)
  const latest = new Map<string, number>()
  const held = new Map<number, Held[]>()
  for (const { shipment_id } of recent) {
    const inside = await readHeld(db, shipment_id)
    held.set(shipment_id, inside)
    if (inside[0]) latest.set(inside[0].truck_name, shipment_id)
  }
  for (const round of recent) {
    const inside = held.get(round.shipment_id)!
    const isLatest = inside[0] !== undefined && latest.get(inside[0].truck_name) === round.shipment_id
    await db
      .transaction()
      .execute((transaction) =>
        insertRound({ ...context, db: transaction }, { round, inside, isLatest, terminals }),
      )
  }
  await loadOpenRound(context, terminals)
}

interface Terminal {
  company_id: number
  terminal_id: number
  supplier: string
}

async function insertTerminals(db: Database): Promise<Terminal[]> {
  const inserted: Terminal[] = []
  for (const { truck_name, terminal } of TRUCKS) {
    if (!terminal) continue
    const { name, supplier } = terminal
    const { rows } = await sql<Omit<Terminal, 'supplier'>>`
      insert into terminals (company_id, name)
      select company_id, ${name} from tanker_trucks where truck_name = ${truck_name} order by truck_id limit 1
      returning company_id, terminal_id`.execute(db)
    inserted.push(...rows.map((row) => ({ ...row, supplier })))
  }
  return inserted
}

/** What a round brought, or is to bring, of each compartment. */
async function readHeld(db: Database, shipment_id: number): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select t.truck_name, d.compartment::int as compartment, min(d.product_id)::int8 as product_id,
      sum(coalesce(d.delivered, d.quantity))::float8 as gallons,
      (array[t.imperial_compartment1, t.imperial_compartment2, t.imperial_compartment3, t.imperial_compartment4,
        t.imperial_compartment5])[d.compartment]::float8 as capacity
    from shipment_planner_details d join shipment_planners s using (shipment_id) join tanker_trucks t using (truck_id)
    where d.shipment_id = ${shipment_id} and d.compartment is not null
    group by t.truck_id, d.compartment order by d.compartment`.execute(db)
  return rows
}

interface RoundToLoad {
  round: BroughtRound
  inside: readonly Held[]
  isLatest: boolean
  terminals: readonly Terminal[]
}

async function insertRound(
  context: Context,
  { round, inside, isLatest, terminals }: RoundToLoad,
): Promise<void> {
  const { shipment_id, began, drift } = round
  const unit_id = await gallonId(context.db)
  const closed: ClosedCompartment[] = []
  const lines = inside.map(({ truck_name, compartment, product_id, gallons, capacity }, index) => {
    const isFirst = isLatest && index === 0
    const truck = TRUCKS.find((one) => one.truck_name === truck_name)
    const missing = isFirst && truck?.missing && gallons > truck.missing * 3 ? truck.missing : 0
    const left = isFirst ? Math.min(truck?.left ?? 0, Math.max(capacity - gallons, 0)) : 0
    const loaded = Math.round(gallons / (1 + drift) + left - missing)
    if (drift > 0 || missing > 0) {
      closed.push({
        ...{ compartment, unit_id, found: '0', returned: null },
        reason: missing > 0 ? 'lift_missing' : 'meter',
        note: missing > 0 ? 'The second bill of lading was not handed in.' : null,
      })
    }
    return { compartment, product_id, gross: String(Math.max(loaded, 1)), net: null }
  })
  await lift(context, shipment_id, { lines, at: began - HOUR * 1.5, terminals })
  await closeBalances(context, await lockRecord(context, shipment_planners, shipment_id), closed)
}

interface Loading {
  lines: { compartment: number; product_id: number; gross: string; net: null }[]
  at: number
  terminals: readonly Terminal[]
}

async function lift(context: Context, shipment_id: number, { lines, at, terminals }: Loading): Promise<void> {
  const { rows } = await sql<{ company_id: number }>`
    select company_id from shipment_planners where shipment_id = ${shipment_id}`.execute(context.db)
  const terminal = terminals.find(({ company_id }) => company_id === rows[0]!.company_id)
  await keepLift(context, shipment_id, {
    number: `BOL ${40_000 + shipment_id}`,
    ...{ terminal_id: terminal?.terminal_id ?? null, supplier: terminal?.supplier ?? null },
    ...{ unit_id: await gallonId(context.db), celsius: 12.5, lifted_at: new Date(at).toISOString(), lines },
  })
}

/** The round that is on the road was loaded in the morning. */
async function loadOpenRound(context: Context, terminals: readonly Terminal[]): Promise<void> {
  const { db, now } = context
  const { rows } = await sql<{ shipment_id: number }>`
    select shipment_id from shipment_planners where status_id = ${SHIPMENT_STATUS.in_route} and truck_id is not null`.execute(
    db,
  )
  for (const { shipment_id } of rows) {
    const lines = (await readHeld(db, shipment_id)).map(({ compartment, product_id, gallons }) => ({
      ...{ compartment, product_id, gross: String(Math.round(gallons)), net: null },
    }))
    const at = now.getTime() - 2 * HOUR
    if (lines.length > 0)
      await db
        .transaction()
        .execute((transaction) =>
          lift({ ...context, db: transaction }, shipment_id, { lines, at, terminals }),
        )
  }
}

async function gallonId(db: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from units_of_measure where code = 'gal'`.execute(db)
  return rows[0]!.id
}
