import { thousandths } from '../laws/money.ts'
import { DAY, GALLON, HOUR, MINUTE } from '../laws/units.ts'
import type { Tank } from '../tank.ts'
import type { Truck } from '../truck.ts'
import type { World } from '../world.ts'
import type { Round } from './entries.ts'

/** Time until a delivery is compared with its tank, ms. */
const COMPARED_WITHIN = 2 * HOUR
/** Error of a meter and of rounding to one decimal, gallons a delivery. */
const METER = 0.2
/** Error of a meter of liquefied gas in use: a rest within it counts as empty. */
const METER_IN_USE = 0.01
/** A span that the history shows by single readings. */
const SINGLE_READINGS = 14 * DAY

/** Compares the product's figures at the end with the world's books. */
export async function audit(world: World): Promise<void> {
  for (const round of world.books.rounds.values()) await auditRound(world, round)
  for (const tank of world.tanks) await auditReadings(world, tank)
  for (const truck of world.trucks) await auditTruck(world, truck)
}

/** Promises 1 and 3 of a round: its tickets are those of its driver, and what was lifted is delivered or on board. */
async function auditRound(world: World, round: Round): Promise<void> {
  const { shipment_id, isClosed } = round
  const about = [`round ${shipment_id}`]
  const broken = (promise: number, kind: string, what: string) =>
    world.broken(promise, kind, `Round ${shipment_id}: ${what}`, about)
  const get = (path: string) => world.get(path, about)
  const { delivery_tickets } = await get(`/delivery_tickets?shipment_id=${shipment_id}`)
  const mine = world.books.tickets.filter((ticket) => ticket.shipment_id === shipment_id)
  for (const { number, quantity } of mine) {
    const found = delivery_tickets.filter((ticket: any) => ticket.number === number && !ticket.is_void)
    if (found.length === 0) broken(1, 'a ticket is lost', `ticket ${number} of ${quantity} gal`)
    else if (found.length > 1) broken(1, 'a ticket is doubled', `ticket ${number}`)
    else if (thousandths(found[0].gross) !== thousandths(quantity))
      broken(1, 'a ticket says another quantity', `ticket ${number}: ${found[0].gross} for ${quantity} gal`)
  }
  if (delivery_tickets.length > mine.length)
    broken(1, 'a ticket that no driver wrote', JSON.stringify(delivery_tickets))
  const { delivery_checks } = await get(`/delivery_checks?shipment_id=${shipment_id}&state=&page_size=200`)
  for (const { tank, number, at } of mine) {
    const isCompared = delivery_checks.some(({ device_id }: any) => device_id === tank.ids.device_id)
    if (isClosed && at < world.now() - COMPARED_WITHIN && !isCompared)
      broken(3, 'a delivery is not compared with what its tank shows', `ticket ${number}, ${tank.public_id}`)
  }
  const { on_truck } = await get(`/shipment_planner/${shipment_id}/on_truck`)
  for (const one of on_truck.compartments) {
    const { loaded_liters, delivered_liters, on_board_liters, carried_liters, returned_liters } = one
    const lifted = round.lifted.get(one.compartment) ?? 0
    const delivered = round.delivered.get(one.compartment) ?? 0
    const differs = (litres: number | null, gallons: number, gauged = 0) =>
      Math.abs((litres ?? 0) / GALLON - gallons) > METER * (mine.length + 1) + METER_IN_USE * gauged
    const details = JSON.stringify(one)
    if (differs(loaded_liters, lifted))
      broken(3, 'what was lifted is not what the driver lifted', `${lifted} gal lifted; ${details}`)
    if (differs(delivered_liters, delivered))
      broken(3, 'what was delivered is not what the tickets say', `${delivered} gal delivered; ${details}`)
    if (!isClosed || on_board_liters === null) continue
    const put = carried_liters + (loaded_liters ?? 0)
    const rest = (put - delivered_liters - returned_liters) / GALLON
    if (differs(on_board_liters, rest, (put + delivered_liters) / GALLON))
      broken(3, 'lifted is not delivered, on board or returned', details)
  }
}

/** A truck has on board what its driver brought home. */
async function auditTruck(world: World, { truck_id, name, onBoard }: Truck): Promise<void> {
  const rounds = [...world.books.rounds.values()].filter(
    (round) => round.isClosed && round.truck_id === truck_id,
  )
  const last = rounds.at(-1)
  if (!last) return
  const about = rounds.map(({ shipment_id }) => `round ${shipment_id}`)
  const { on_truck } = await world.get(`/shipment_planner/${last.shipment_id}/on_truck`, about)
  for (const { compartment, on_board_liters } of on_truck.compartments) {
    const truly = onBoard.get(compartment)?.gallons ?? 0
    const shown = (on_board_liters ?? 0) / GALLON
    if (Math.abs(shown - truly) <= METER * (world.books.tickets.length + 1)) continue
    const what = `${name}, compartment ${compartment}: ${truly.toFixed(1)} gal on board, shown are ${shown.toFixed(1)}`
    world.broken(3, 'what is on board after a round is not what is on the truck', what, about)
  }
}

/** Promise 1 of a device: each acknowledged record is once in the history of its tank. */
async function auditReadings(world: World, { number, public_id, ids }: Tank): Promise<void> {
  const { books, start } = world
  const times = [...(books.records.get(public_id)?.keys() ?? [])].filter(
    (at) => at >= start && at <= world.now(),
  )
  const about = [`tank ${number}`]
  const shown: number[] = []
  for (let from = start - HOUR; from < world.now(); from += SINGLE_READINGS) {
    const span = [from, from + SINGLE_READINGS].map((at) => new Date(at).toISOString())
    const path = `/devices/${ids.device_id}/port_history_graph/1?from=${span[0]}&to=${span[1]}&max_points=5000`
    const response = await world.get(path, about)
    const points: [number, number | null][] = response?.series?.[0]?.points ?? []
    for (const [at, value] of points) if (value !== null) shown.push(at)
  }
  const missing = times.filter((time) => !shown.some((at) => Math.abs(at - time) < 2 * MINUTE))
  const twice = times.filter((time) => shown.filter((at) => at === time).length > 1)
  const what = `${public_id}: ${twice.map((at) => new Date(at).toISOString()).join(', ')}`
  if (twice.length > 0) world.broken(1, 'a reading stands twice in the history', what, about)
  // A sensor's values other than its level are not trusted, and not shown.
  books.count('readings of the run', times.length)
  books.count('readings that the history does not show', missing.length)
}
