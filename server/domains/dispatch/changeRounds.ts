import { sql } from 'kysely'
import type {
  arrangeRound,
  moveLoads,
  planLoads,
  reorderRound,
  takeOff,
} from '#core/domains/dispatch/calls.ts'
import type { Carried } from '#core/domains/shipments/checkLoad.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import type { ReceivedBy, ResponseOf } from '#core/platform/defineCall.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { holdOrders } from '#server/domains/orders/findShipmentLock.ts'
import type { LoadRow } from '#server/domains/shipments/loadQuantities.ts'
import { litresOfLoads } from '#server/domains/shipments/loadQuantities.ts'
import { lockTanks, readTanks } from '#server/domains/shipments/readTanks.ts'
import { createShipment, updateShipment } from '#server/domains/shipments/saveShipment.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, notFound, type Refusal } from '#server/platform/refusal.ts'
import { visible } from '#server/resources/rights/visible.ts'
import {
  type ArrangedLoads,
  arrangeAll,
  fillRound,
  fitsWhole,
  isOutOfOrder,
  placeLoads,
} from './arrangeLoads.ts'
import {
  copyOfLoad,
  findDraft,
  lockDrafts,
  lockTruck,
  readLoads,
  removeIfEmpty,
  requireUpdate,
} from './draftRounds.ts'
import { readCarriedProducts } from './listRounds.ts'
import { readPlannedTanks } from './readPlannedTanks.ts'
import { loadsOfWanted, readWanted, type WantedSource } from './readWanted.ts'

type Changed = ResponseOf<typeof planLoads>

/**
 * Puts tanks and order lines on a truck's day, on its draft or a new one; all or nothing.
 * @throws Refusal 404 for tanks or lines that the planner does not see, 409 for those that another round already serves, 422 for loads that
 * do not fit
 */
export async function planOnTruck(
  context: Context,
  { day, truck_id, shipment_id, loads: wanted, again, fitting }: ReceivedBy<typeof planLoads>['body'],
): Promise<Changed> {
  requireUpdate(context)
  await lockTruck(context, truck_id)
  await holdOrders(
    context,
    wanted.flatMap(({ document_detail_id }) => document_detail_id ?? []),
  )
  const sources = await readWanted(context, wanted)
  await lockTanks(context, sources)
  if (fitting) return putFitting(context, { day, truck_id, shipment_id }, { wanted, sources })
  if (!again) await refusePlanned(context, sources)
  const loads = await loadsOfWanted(context, wanted, sources)
  return putOn(context, { day, truck_id, shipment_id, loads })
}

type Wanted = ReceivedBy<typeof planLoads>['body']['loads']

/**
 * Puts on what fits: everything if the truck can be arranged for it, else one after the other. Leaves out what another round brings, and
 * what has no room.
 */
async function putFitting(
  context: Context,
  to: Omit<PutOn, 'loads'>,
  { wanted, sources }: { wanted: Wanted; sources: WantedSource[] },
): Promise<Changed> {
  const isPlanned = await findPlanned(context, sources)
  const free = sources.map((_, index) => index).filter((index) => !isPlanned.has(index))
  const loads = await loadsOfWanted(
    context,
    free.map((index) => itemAt(wanted, index)),
    free.map((index) => itemAt(sources, index)),
    'leave out',
  )
  const on = await lockRound(context, to)
  const { round, before } = on
  const { pieces, left_out, isCut, in_the_way } = await fillRound(context, round, before, loads)
  const planned = wanted.length - loads.length
  const whole = isCut ? await placeLoads(context, round, [...before, ...loads]) : null
  if (whole && fitsWhole(whole)) return { ...(await store(context, on, whole)), left_out: planned }
  if (pieces.length === 0) throw await nothingFits(context, in_the_way)
  const changed = await store(context, on, await placeLoads(context, round, [...before, ...pieces]))
  return { ...changed, left_out: planned + left_out }
}

/** Names the products that another load must not be added to, so that the planner has them taken off the truck. */
async function nothingFits(context: Context, in_the_way: readonly Carried[]): Promise<Refusal> {
  if (in_the_way.length === 0) return conflict('messages.nothing_fits')
  const products = await readCarriedProducts(context, in_the_way)
  return conflict('messages.carried_in_the_way', {
    products: products.map(({ product_title }) => product_title).join(', '),
  })
}

/** Moves loads of a draft to another truck or another day. */
export async function moveToTruck(
  context: Context,
  { from_shipment_id, shipment_detail_ids, day, truck_id, shipment_id }: ReceivedBy<typeof moveLoads>['body'],
): Promise<Changed> {
  requireUpdate(context)
  await lockTruck(context, truck_id)
  await lockDrafts(context, [from_shipment_id, ...(shipment_id == null ? [] : [shipment_id])])
  const { taken } = await takeLoads(context, from_shipment_id, shipment_detail_ids)
  const loads = taken.map((load) => ({ ...copyOfLoad(load), compartment: null }))
  const target = await findDraft(context, { truck_id, day, shipment_id })
  const moved = await putOn(context, { day, truck_id, shipment_id: target, loads })
  if (from_shipment_id !== moved.shipment_id) await removeIfEmpty(context, from_shipment_id)
  return moved
}

/** Takes loads off a draft; an empty draft is deleted. */
export async function takeOffTruck(
  context: Context,
  { shipment_id, shipment_detail_ids }: ReceivedBy<typeof takeOff>['body'],
): Promise<ResponseOf<typeof takeOff>> {
  const { taken } = await takeLoads(context, shipment_id, shipment_detail_ids)
  await removeIfEmpty(context, shipment_id)
  return {
    taken: taken.map((load) => ({
      device_ports_id: load.document_detail_id == null ? idOr(load.device_ports_id) : null,
      document_detail_id: idOr(load.document_detail_id),
      quantity: String(load.quantity),
      unit_id: Number(load.unit_id),
    })),
  }
}

/**
 * Reorders the stops of a draft; a truck that must be emptied in order is rearranged if the new order requires it.
 * @throws Refusal 409 if someone changed its loads in the meantime
 */
export async function reorderStops(
  context: Context,
  { shipment_id, shipment_detail_ids }: ReceivedBy<typeof reorderRound>['body'],
): Promise<Changed> {
  const round = getOrThrow(await lockDrafts(context, [shipment_id]), shipment_id)
  const before = await readLoads(context, shipment_id)
  const ids = before.map((load) => Number(load.shipment_detail_id))
  const isSame =
    ids.length === shipment_detail_ids.length && ids.every((id) => shipment_detail_ids.includes(id))
  if (!isSame) throw conflict('messages.round_has_moved')
  const details = shipment_detail_ids.map((shipment_detail_id) => ({ shipment_detail_id }))
  const loads = shipment_detail_ids.map((id) => itemAt(before, ids.indexOf(id)))
  if (await isOutOfOrder(context, round, loads)) {
    await updateShipment(context, shipment_id, {
      details: details.map((load) => ({ ...load, compartment: null })),
    })
    return arrangeOnTruck(context, { shipment_id })
  }
  const shipment = await updateShipment(context, shipment_id, { details })
  return { ...named(shipment), shipment_detail_ids, arranged: null, left_out: 0 }
}

/** Arranges a whole draft again in the compartments of its truck. @throws Refusal 409 without truck or loads */
export async function arrangeOnTruck(
  context: Context,
  { shipment_id }: ReceivedBy<typeof arrangeRound>['body'],
): Promise<Changed> {
  const round = getOrThrow(await lockDrafts(context, [shipment_id]), shipment_id)
  const loads = await readLoads(context, shipment_id)
  if (round.truck_id === null || loads.length === 0) throw conflict('messages.nothing_to_arrange')
  return save(context, shipment_id, await arrangeAll(context, round, loads))
}

export interface PutOn {
  day: string
  truck_id: number
  shipment_id: number | null | undefined
  loads: readonly LoadRow[]
}

/** Puts loads on a truck's day unchanged, and those without a compartment into one. */
export async function putOn(context: Context, { loads, ...to }: PutOn): Promise<Changed> {
  const on = await lockRound(context, to)
  return store(context, on, await placeLoads(context, on.round, [...on.before, ...loads]))
}

/** The draft of a truck's day with its loads, or else the day of the truck; locked until the transaction ends. */
async function lockRound(context: Context, { day, truck_id, shipment_id }: Omit<PutOn, 'loads'>) {
  const draft = await findDraft(context, { truck_id, day, shipment_id })
  if (draft !== null) {
    const round = getOrThrow(await lockDrafts(context, [draft]), draft)
    return { day, round, before: await readLoads(context, draft), truck: null }
  }
  const truck = await lockTruck(context, truck_id)
  return { day, round: { shipment_id: null, truck_id, trailer_id: null }, before: [], truck }
}

/** Saves the loads of a round as they are arranged, in its draft or a new one. */
async function store(
  context: Context,
  { day, round, before, truck }: Awaited<ReturnType<typeof lockRound>>,
  arranged: ArrangedLoads,
): Promise<Changed> {
  if (truck === null) {
    const changed = await save(context, round.shipment_id, arranged)
    const known = new Set(before.map((load) => Number(load.shipment_detail_id)))
    return { ...changed, shipment_detail_ids: changed.shipment_detail_ids.filter((id) => !known.has(id)) }
  }
  const { truck_id, company_id, driver_id } = truck
  const shipment = await createShipment(context, {
    ...{ company_id, truck_id, load_date: day, deliver_date: day },
    ...(driver_id !== null && { delivered_by: driver_id }),
    details: arranged.loads.map(withoutEmpty),
  })
  return changedOf(context, shipment, arranged)
}

/** Takes the loads with these ids off a draft, and returns them. */
async function takeLoads(
  context: Context,
  shipment_id: number,
  ids: readonly number[],
): Promise<{ taken: LoadRow[] }> {
  await lockDrafts(context, [shipment_id])
  const before = await readLoads(context, shipment_id)
  const taken = before.filter((load) => ids.includes(Number(load.shipment_detail_id)))
  if (taken.length !== new Set(ids).size) throw notFound('shipment_detail_ids')
  const rest = before.filter((load) => !taken.includes(load))
  await updateShipment(context, shipment_id, {
    details: rest.map(({ shipment_detail_id }) => ({ shipment_detail_id })),
  })
  return { taken }
}

async function save(context: Context, shipment_id: number, arranged: ArrangedLoads): Promise<Changed> {
  const details = arranged.loads.map((load) => {
    const { shipment_detail_id, compartment } = load
    const copy = copyOfLoad(load)
    return shipment_detail_id == null
      ? withoutEmpty(copy)
      : { ...withoutEmpty(copy), shipment_detail_id, compartment: compartment ?? null }
  })
  const shipment = await updateShipment(context, shipment_id, { details })
  return changedOf(context, shipment, arranged)
}

interface Saved {
  shipment_id: number
  shipment_number: string | null
}

const named = ({ shipment_id, shipment_number }: Saved) => ({
  shipment_id,
  shipment_number: shipment_number ?? '',
})

async function changedOf(
  context: Context,
  shipment: Saved,
  { limits, together }: ArrangedLoads,
): Promise<Changed> {
  const loads = await readLoads(context, shipment.shipment_id)
  const litres = await litresOfLoads(context, loads)
  const idOf = (load: LoadRow) => Number(load.shipment_detail_id)
  const behind = loads.flatMap((load, index) =>
    load.compartment == null
      ? [{ shipment_detail_id: idOf(load), quantity_liters: itemAt(litres, index) }]
      : [],
  )
  return {
    ...named(shipment),
    shipment_detail_ids: loads.map(idOf),
    arranged: { behind, limit: limits[0] ?? null, limits, together },
    left_out: 0,
  }
}

/** Indexes of the requested items whose tanks a round already fills. */
export async function findPlanned(context: Context, sources: readonly WantedSource[]): Promise<Set<number>> {
  const tanks = await readTanks(context, sources, null)
  const planned = new Set(
    (
      await readPlannedTanks(
        context,
        tanks.flatMap((tank) => tank.tanks),
      )
    ).map(({ device_ports_id }) => device_ports_id),
  )
  return new Set(tanks.flatMap((tank, index) => (tank.tanks.some((id) => planned.has(id)) ? [index] : [])))
}

/** @throws Refusal 409 naming the rounds that already bring it, as far as the planner may see them */
async function refusePlanned(context: Context, sources: readonly WantedSource[]): Promise<void> {
  const tanks = await readTanks(context, sources, null)
  const ports = [...new Set(tanks.flatMap((tank) => tank.tanks))]
  const planned = ports.length === 0 ? [] : await readPlannedTanks(context, ports)
  if (planned.length === 0) return
  const ids = [...new Set(planned.map(({ shipment_id }) => shipment_id))]
  const { rows } = await sql<{ shipment_id: number }>`
    select shipment_id from shipment_planners s
    where shipment_id = any(${ids}) and ${visible(context.actor, shipment_planners, 's')}`.execute(context.db)
  const known = new Set(rows.map(({ shipment_id }) => shipment_id))
  const rounds = planned.map((item) => ({
    shipment_number: known.has(item.shipment_id) ? item.shipment_number : null,
    day: item.day,
    loads: tanks.flatMap(({ tanks: own }, index) => (own.includes(item.device_ports_id) ? [index] : [])),
  }))
  const names = [...new Set(rounds.map(({ shipment_number }) => shipment_number ?? '–'))].join(', ')
  throw conflict('messages.already_planned', { rounds: names }, { planned: rounds })
}

function withoutEmpty(load: LoadRow): LoadRow {
  return Object.fromEntries(Object.entries(load).filter(([, value]) => value != null))
}

function idOr(value: unknown): number | null {
  return value == null ? null : Number(value)
}
