import type { listRounds } from '#core/domains/dispatch/calls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { PRODUCTS } from '../facts/products.ts'
import { DAY, HOUR } from '../laws/units.ts'
import type { Tank } from '../tank.ts'
import type { Truck } from '../truck.ts'
import type { World } from '../world.ts'
import type { Load } from './entries.ts'

type Round = ResponseOf<typeof listRounds>['rounds'][number]
type PlannedLoad = Round['loads'][number]

/** Error of a measured level, and use until a truck comes, as a share of the capacity. */
const SLACK = 0.04
const CANCELLED = 5

/** Promise 2: adds new loads of the rounds to the books, and judges them by the true levels. */
export function judgeLoads(world: World, rounds: readonly Round[]): void {
  const { books } = world
  for (const round of rounds) {
    if (round.status_id === CANCELLED) continue
    const truck = world.trucks.find(({ truck_id }) => truck_id === round.truck_id)
    const isNew = (detail: number) =>
      !books.loads.some(({ shipment_detail_id }) => shipment_detail_id === detail)
    const byTank = new Map<Tank, Load[]>()
    for (const load of round.loads.filter(({ shipment_detail_id }) => isNew(shipment_detail_id))) {
      const tank = world.tankOf(load.public_id)
      if (!tank) continue
      judgeProduct(world, tank, truck, load)
      const entered: Load = {
        ...{ shipment_id: round.shipment_id, shipment_detail_id: load.shipment_detail_id, tank },
        ...{ litres: load.quantity_liters, document_detail_id: load.document_detail_id },
        ...{ plannedAt: world.now(), state: 'planned' as const },
      }
      byTank.set(tank, [...(byTank.get(tank) ?? []), entered])
      books.count('loads planned')
    }
    for (const [tank, loads] of byTank) judgeTank(world, tank, loads)
  }
}

function judgeProduct(world: World, tank: Tank, truck: Truck | undefined, load: PlannedLoad): void {
  const { name, truck: carriedBy } = PRODUCTS[tank.kind.product]
  if (load.product_id !== tank.ids.product_id)
    world.brokenFor(
      tank,
      2,
      'a load of another product than the tank holds',
      `${name}, not ${load.product_title}`,
    )
  if (truck && truck.carries !== carriedBy)
    world.brokenFor(tank, 2, 'a product on a truck that cannot carry it', `${name} on ${truck.name}`)
}

function judgeTank(world: World, tank: Tank, loads: readonly Load[]): void {
  const { books } = world
  const now = world.now()
  const level = tank.level(now)
  const before = books.openLoads(tank)
  const onTheWay = litresOf(before)
  const planned = litresOf(loads)
  books.loads.push(...loads)
  if (level + onTheWay + planned <= tank.limit + SLACK * tank.capacity) return
  const readings = [...(books.records.get(tank.public_id)?.keys() ?? [])].filter((at) => at <= now)
  if (
    isUnknowable(
      world,
      tank,
      readings.reduce((last, at) => Math.max(last, at), 0),
    )
  )
    return
  const filled = tank.fills.findLast(({ at }) => now - at < DAY)
  const kind = filled
    ? 'a tank that was just filled is planned again'
    : before.length > 0
      ? 'a tank is dispatched twice for one need'
      : 'a tank is planned beyond its true room'
  const details = [
    `${PRODUCTS[tank.kind.product].name}, ${litres(tank.capacity)}, may be filled to ${litres(tank.limit)}`,
    `${litres(level)} in it, ${litres(onTheWay)} on the way${by(before)}, ${litres(planned)} planned now${by(loads)}`,
    ...(filled ? [`filled with ${litres(filled.litres)} at ${new Date(filled.at).toISOString()}`] : []),
  ]
  world.brokenFor(tank, 2, kind, details.join('; '))
}

/** Hours without a reading after which a level is an estimate by the use before. */
const SILENT = 12 * HOUR

/** Whether the level is an estimate by the use during a leak, whose end no one could know yet. Counted, not judged. */
export function isUnknowable(world: World, tank: Tank, readAt: number): boolean {
  const is = world.now() - readAt > SILENT && tank.isMisleading(readAt)
  if (is) world.books.count('estimates by the use of a leak whose end nobody could know')
  return is
}

const litresOf = (loads: readonly Load[]) => loads.reduce((sum, load) => sum + load.litres, 0)
const litres = (value: number) => `${Math.round(value)} L`

function by(loads: readonly Load[]): string {
  const named = loads.map(({ shipment_id, document_detail_id }) => {
    const why = document_detail_id === null ? 'for its level' : `for order line ${document_detail_id}`
    return ` by round ${shipment_id} ${why}`
  })
  return named.join(',')
}
