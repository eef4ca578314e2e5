import { sql } from 'kysely'
import {
  checkLoad,
  type Load,
  type LoadIssue,
  OVERRULABLE,
  turnOf,
  type Vehicle,
} from '#core/domains/shipments/checkLoad.ts'
import { loadIssueParams } from '#core/domains/shipments/loadIssueParams.ts'
import { type StoredStop, stopPlaces } from '#core/domains/shipments/stops.ts'
import type { CarriedLiquid } from '#core/domains/tanks/vehicleClasses.ts'
import type { Issue } from '#core/platform/issue.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { LoadRow } from '#server/domains/shipments/loadQuantities.ts'
import { readUnheld } from '#server/domains/tanks/readUnheld.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'
import { completeLoads } from './completeLoads.ts'
import { litresOfLoads } from './loadQuantities.ts'
import type { Shipment } from './readShipment.ts'
import { type LoadTank, lockTanks, readTanks } from './readTanks.ts'
import { lockVehicles, readVehicles } from './readVehicles.ts'

type Round = Pick<Shipment, 'shipment_id' | 'truck_id' | 'trailer_id' | 'overrule_ullage' | 'overrule_reason'>

/** Issues of a round that can be overruled, and the current state of its tanks. */
export interface ShipmentCheck {
  beyond: LoadIssue[]
  tanks: LoadTank[]
}

interface Known {
  /** Issues overruled already, as "rule load-id"; they need no overruling again. */
  marked?: ReadonlySet<string>
  /** The stops will be reordered to follow the loads. */
  isOrderOfLoads?: boolean
}

/** Whether the actor may exceed a limit with a reason. */
export function mayOverrule({ user_id, permissions }: Actor): boolean {
  return user_id === null || permissions.has('shipment_planners.overrule')
}

/**
 * Refuses a round that cannot be loaded, or that exceeds the room of the tanks unless an authorized user overrules the limit with a reason.
 * Locks vehicles and tanks until the transaction ends.
 * @throws Refusal 422 naming each load that is wrong
 */
export async function checkShipment(
  context: Context,
  round: Round,
  details: readonly LoadRow[],
  { marked = new Set(), isOrderOfLoads = false }: Known = {},
): Promise<ShipmentCheck> {
  await lockVehicles(context, round)
  await lockTanks(context, details)
  const vehicles = await readVehicles(context, round)
  const tanks = await readTanks(context, details, round.shipment_id)
  const loads = await loadsOf(context, details, tanks)
  const issues = checkLoad(vehicles, await withStops(context, vehicles, details, loads, isOrderOfLoads))
  const beyond = issues.filter(({ rule }) => OVERRULABLE.includes(rule))
  const open = beyond.filter(
    ({ rule, index }) => !marked.has(`${rule} ${details[index]?.shipment_detail_id}`),
  )
  const isOverruled = round.overrule_ullage === 1 && Boolean(round.overrule_reason)
  const refused = issues.filter(({ rule }) => !OVERRULABLE.includes(rule)).concat(isOverruled ? [] : open)
  refuseIssues(refused.map((issue) => issueOf(context.actor, issue)))
  if (isOverruled && open.length > 0 && !mayOverrule(context.actor)) {
    refuseIssues([
      { field: 'overrule_ullage', rule: 'not_overruler' },
      ...open.map((issue) => issueOf(context.actor, issue)),
    ])
  }
  return { beyond, tanks }
}

const AT_COMPARTMENT = [
  'other_class',
  'two_products',
  'compartment_missing',
  'not_beside',
  'needs_cleaning',
  'carried_over',
  'out_of_order',
]

/** Turns an issue of a load into one of the form: at the field that resolves it, in the reader's units. */
export function issueOf(actor: Actor, issue: LoadIssue, quantity = 'quantity_ordered'): Issue {
  const field =
    issue.rule === 'no_tank_holds'
      ? 'product_id'
      : AT_COMPARTMENT.includes(issue.rule)
        ? 'compartment'
        : quantity
  return { field: `details.${issue.index}.${field}`, rule: issue.rule, params: loadIssueParams(issue, actor) }
}

type Product = Required<
  Pick<Load, 'product_id' | 'product_name' | 'grade' | 'not_followed_by' | 'not_beside' | 'specific_gravity'>
> &
  CarriedLiquid

/** The loads as input of the rules, with their products' constraints and the room of their tanks. */
export async function loadsOf(
  context: Context,
  details: readonly LoadRow[],
  tanks: readonly LoadTank[],
): Promise<Load[]> {
  const ids = details.map((row) => Number(row.product_id))
  const { rows: products } = await sql<Product>`
    select product_id, product_name, grade, not_followed_by, not_beside, specific_gravity,
      expansion_room::text as expansion_room, product_group, vehicle_class
    from tank_products where product_id = any(${ids})`.execute(context.db)
  const litres = await litresOfLoads(context, details)
  const unheld = await readUnheld(context, details)
  return details.map((row, index) => ({
    specific_gravity: '1',
    ...products.find(({ product_id }) => product_id === Number(row.product_id)),
    product_id: Number(row.product_id),
    compartment: row.compartment == null ? null : Number(row.compartment),
    quantity: itemAt(litres, index),
    isHeld: unheld.has(index) ? false : undefined,
    tanks: tanks[index]?.tanks ?? [],
    room: tanks[index]?.room ?? null,
  }))
}

/**
 * Adds to each load the position of its stop, if a vehicle has to be emptied in order; `details` may hold loads not
 * saved yet.
 */
export async function withStops(
  context: Context,
  vehicles: readonly Vehicle[],
  details: readonly LoadRow[],
  loads: readonly Load[],
  isOrderOfLoads = false,
): Promise<Load[]> {
  if (!vehicles.some((vehicle) => turnOf(vehicle, 1) !== null)) return [...loads]
  const ids = details.flatMap(({ shipment_detail_id: id }) => (id == null ? [] : [Number(id)]))
  const { rows: stored } = await sql<StoredStop & { loads: number[] }>`
    select s.stop_id, s.company_id, s.place, s.status <> 'planned' as "isBegun",
      array(select d.shipment_detail_id from shipment_planner_details d where d.stop_id = s.stop_id) as loads
    from shipment_stops s where s.shipment_id in (
      select shipment_id from shipment_planner_details where shipment_detail_id = any(${ids}))
    order by s.sequence`.execute(context.db)
  const placed: LoadRow[] = []
  for (const row of details) {
    const id = Number(row.shipment_detail_id ?? 0)
    const stop_id = stored.find((stop) => stop.loads.includes(id))?.stop_id ?? null
    // A new load gets its address when it is saved.
    const [whole] = id > 0 ? [row] : await completeLoads(context, [row])
    placed.push({ ...whole, stop_id })
  }
  const stops = stopPlaces(isOrderOfLoads ? [] : stored, placed)
  return loads.map((load, index) => ({ ...load, stop: itemAt(stops, index) }))
}

/** Records the overruled issues with user and reason. */
export async function saveOverrules(
  { db, actor, now }: Context,
  shipment_id: number,
  stage: 'plan' | 'finalize',
  { beyond, details, reason }: { beyond: readonly LoadIssue[]; details: readonly LoadRow[]; reason: string },
): Promise<void> {
  for (const { index, rule, params } of beyond) {
    await sql`insert into shipment_overrules
        (shipment_id, shipment_detail_id, stage, rule, quantity_liters, limit_liters, reason, user_id, at)
      values (${shipment_id}, ${itemAt(details, index).shipment_detail_id}, ${stage}, ${rule}, ${params.found ?? null},
        ${params.found === undefined ? null : params.limit}, ${reason}, ${actor.user_id}, ${now})`.execute(db)
  }
}
