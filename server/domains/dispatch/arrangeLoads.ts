import { Decimal } from 'decimal.js'
import { fillCompartments } from '#core/domains/dispatch/fillCompartments.ts'
import { type Carried, carriedIn, checkLoad, goesOn, OF_TANKS } from '#core/domains/shipments/checkLoad.ts'
import { inUnit, piecesInUnit } from '#core/domains/shipments/loading/piecesInUnit.ts'
import { suggestCompartment } from '#core/domains/shipments/trucks/suggestCompartment.ts'
import { ROOM_ROUNDING } from '#core/domains/tanks/room.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { loadsOf, withStops } from '#server/domains/shipments/checkShipment.ts'
import type { LoadRow } from '#server/domains/shipments/loadQuantities.ts'
import { litresOfLoads } from '#server/domains/shipments/loadQuantities.ts'
import { proposeLoading } from '#server/domains/shipments/proposeLoading.ts'
import type { Shipment } from '#server/domains/shipments/readShipment.ts'
import { readTanks } from '#server/domains/shipments/readTanks.ts'
import { readVehicles } from '#server/domains/shipments/readVehicles.ts'
import type { Context } from '#server/platform/context.ts'
import { copyOfLoad } from './draftRounds.ts'
import { readOwnUnit } from './readWanted.ts'

type Vehicles = Pick<Shipment, 'truck_id' | 'trailer_id'> & { shipment_id: number | null }
type Loading = Awaited<ReturnType<typeof proposeLoading>>

/** Loads in their compartments; the part of a load that no compartment takes is its last piece, without one. */
export interface ArrangedLoads {
  loads: LoadRow[]
  /** Binding limits, the most costly first. */
  limits: Loading['limits']
  together: Loading['together']
}

const NOTHING_BINDS = { limits: [], together: [] }

/**
 * Puts the loads of a round that have no compartment into one: whole if all fit like that, otherwise split by the
 * solver. Loads that have a compartment stay whole and in it, unless everything fits only when all loads are arranged again.
 */
export async function placeLoads(
  context: Context,
  round: Vehicles,
  loads: readonly LoadRow[],
): Promise<ArrangedLoads> {
  if (round.truck_id === null || loads.every(({ compartment }) => compartment != null)) {
    return { loads: [...loads], ...NOTHING_BINDS }
  }
  const simple = await placeWhole(context, round, loads)
  if (simple) return { loads: simple, ...NOTHING_BINDS }
  const placed = await solve(context, round, loads)
  if (fitsWhole(placed)) return placed
  const arranged = await arrangeAll(context, round, loads)
  return fitsWhole(arranged) ? arranged : placed
}

/** Whether every load has a compartment. */
export const fitsWhole = ({ loads }: ArrangedLoads) => loads.every(({ compartment }) => compartment != null)

/**
 * The new loads that fit next to those of a round, in input order, the number that do not, and whether some of them is cut. If none fits,
 * `in_the_way` are the products that earlier rounds left on the truck and that none of the new loads may be added to.
 */
export async function fillRound(
  context: Context,
  round: Vehicles,
  before: readonly LoadRow[],
  added: readonly LoadRow[],
): Promise<{ pieces: LoadRow[]; left_out: number; isCut: boolean; in_the_way: Carried[] }> {
  const own = await readOwnUnit(context)
  const vehicles = await readVehicles(context, round)
  const both = [...before, ...added]
  const loads = await withStops(context, vehicles, both, await loadsOf(context, both, []))
  const aboard = loads.slice(0, before.length)
  const pieces: LoadRow[] = []
  const fresh = loads.slice(before.length)
  let left_out = 0
  let isCut = false
  for (const [index, load] of fresh.entries()) {
    const found = fillCompartments(vehicles, aboard, load, own.size)
    if (found.length === 0) left_out += 1
    aboard.push(...found.map((piece) => ({ ...load, ...piece })))
    const isWhole = found.length === 1 && firstOf(found).quantity === load.quantity
    const litres = found.map(({ quantity }) => quantity)
    const aboardOfIt = litres.reduce((sum, part) => sum + part, 0)
    isCut ||= aboardOfIt < load.quantity - ROOM_ROUNDING
    const parts = piecesInUnit(litres, own.size, inUnit(aboardOfIt, own.size, Decimal.ROUND_DOWN))
    found.forEach(({ compartment }, at) => {
      const piece = { ...itemAt(added, index), compartment }
      pieces.push(isWhole ? piece : { ...piece, unit_id: own.id, quantity: itemAt(parts, at) })
    })
  }
  const isFilled = pieces.length > 0 || fresh.length === 0
  const carried = isFilled ? [] : [...carriedIn(vehicles).values()]
  const in_the_way = carried.filter((item) => fresh.every((load) => !goesOn(load, item)))
  return { pieces, left_out, isCut, in_the_way }
}

/** Arranges all loads of a round again; split loads are merged first. Those that fitted before stay whole if they can. */
export async function arrangeAll(
  context: Context,
  round: Vehicles,
  loads: readonly LoadRow[],
): Promise<ArrangedLoads> {
  const whole = united(loads)
  const free = whole.map((load) => ({ ...load, compartment: null }))
  return solve(context, round, free, placedOf(whole))
}

/** Whether a truck could not be emptied in order if the stops followed the order of the loads. */
export async function isOutOfOrder(
  context: Context,
  round: Vehicles,
  loads: readonly LoadRow[],
): Promise<boolean> {
  const vehicles = await readVehicles(context, round)
  const judged = await withStops(context, vehicles, loads, await loadsOf(context, loads, []), true)
  return checkLoad(vehicles, judged).some(({ rule }) => rule === 'out_of_order')
}

/** Null if a load does not fit whole, or the round would break a rule. */
async function placeWhole(
  context: Context,
  round: Vehicles,
  input: readonly LoadRow[],
): Promise<LoadRow[] | null> {
  const vehicles = await readVehicles(context, round)
  const judged = await loadsOf(context, input, await readTanks(context, input, round.shipment_id))
  const placed = (await withStops(context, vehicles, input, judged)).map((load) => ({ ...load }))
  for (const load of placed.filter(({ compartment }) => compartment === null)) {
    load.compartment = suggestCompartment(
      vehicles,
      placed.filter(({ compartment }) => compartment !== null),
      load,
    )
    if (load.compartment === null) return null
  }
  const isWrong = checkLoad(vehicles, placed).some(({ rule }) => !OF_TANKS.includes(rule))
  return isWrong
    ? null
    : input.map((load, index) => ({ ...load, compartment: itemAt(placed, index).compartment }))
}

/** The indexes of the loads that have a compartment. */
const placedOf = (loads: readonly LoadRow[]) =>
  new Set(loads.flatMap(({ compartment }, index) => (compartment == null ? [] : [index])))

async function solve(
  context: Context,
  round: Vehicles,
  loads: readonly LoadRow[],
  aboard = placedOf(loads),
): Promise<ArrangedLoads> {
  const own = await readOwnUnit(context)
  const details = loads.map((load) => ({
    shipment_detail_id: numberOr(load.shipment_detail_id),
    product_id: Number(load.product_id),
    quantity: load.quantity == null ? null : String(load.quantity),
    unit_id: numberOr(load.unit_id),
    compartment: numberOr(load.compartment),
    document_detail_id: numberOr(load.document_detail_id),
    device_ports_id: numberOr(load.device_ports_id),
    company_id: numberOr(load.company_id),
  }))
  const vehicles = { truck_id: round.truck_id!, trailer_id: round.trailer_id }
  const loading = await proposeLoading(
    context,
    { shipment_id: round.shipment_id, ...vehicles, unit_id: own.id, details },
    aboard,
  )
  const litres = await litresOfLoads(context, loads)
  const arranged = loads.flatMap((load, index) =>
    piecesOf(load, { index, litres: itemAt(litres, index), loading, own }),
  )
  return { loads: arranged, limits: loading.limits, together: loading.together }
}

interface Division {
  index: number
  litres: number
  loading: Loading
  own: { id: number; size: number }
}

/** The pieces of a split load: the first is the stored load, the last is what stays behind. */
function piecesOf(load: LoadRow, { index, litres, loading, own }: Division): LoadRow[] {
  const pieces = loading.pieces.filter((piece) => piece.index === index)
  const isWhole = loading.behind.every((item) => item.index !== index)
  if (isWhole && pieces.length === 1) return [{ ...load, compartment: firstOf(pieces).compartment }]
  if (pieces.length === 0) return [{ ...load, compartment: null }]
  const places = [...pieces.map(({ compartment }) => compartment), ...(isWhole ? [] : [null])]
  const parts = pieces.map(({ quantity_liters }) =>
    new Decimal(quantity_liters).dividedBy(own.size).toDecimalPlaces(3),
  )
  const whole = new Decimal(litres).dividedBy(own.size)
  if (isWhole) parts.pop()
  parts.push(whole.minus(Decimal.sum(0, ...parts)).toDecimalPlaces(3))
  const { shipment_detail_id } = load
  return places.map((compartment, at) => ({
    ...copyOfLoad(load),
    ...(at === 0 && shipment_detail_id != null && { shipment_detail_id }),
    // Each piece gets its whole litres again.
    quantity_ordered: null,
    quantity: itemAt(parts, at).toString(),
    unit_id: own.id,
    compartment,
  }))
}

/** Merges the pieces of loads split before, if they have the same unit; without a compartment if one of them has none. */
function united(loads: readonly LoadRow[]): LoadRow[] {
  const whole: LoadRow[] = []
  for (const load of loads) {
    const at = whole.findIndex((item) => keyOf(item) !== null && keyOf(item) === keyOf(load))
    if (at < 0) whole.push(load)
    else {
      const quantity = new Decimal(String(itemAt(whole, at).quantity)).plus(String(load.quantity)).toString()
      const { quantity_ordered: _, ...rest } = itemAt(whole, at)
      const compartment = load.compartment == null ? null : rest.compartment
      whole[at] = { ...rest, quantity, compartment }
    }
  }
  return whole
}

/** Identifies the pieces of one load; null for a load without tank or order. */
function keyOf({ device_ports_id, document_detail_id, product_id, unit_id }: LoadRow): string | null {
  if (device_ports_id == null && document_detail_id == null) return null
  return [device_ports_id, document_detail_id, product_id, unit_id].join(' ')
}

function numberOr(value: unknown): number | null {
  return value == null ? null : Number(value)
}
