import type { listRounds } from '#core/domains/dispatch/calls.ts'
import type { AnswerOf } from '#core/platform/defineCall.ts'
import { PRODUCTS } from '../facts/products.ts'
import { DAY } from '../laws/units.ts'
import type { Tank } from '../tank.ts'
import type { Truck } from '../truck.ts'
import type { World } from '../world.ts'
import type { Load } from './books.ts'

type Round = AnswerOf<typeof listRounds>['rounds'][number]

/** Error of a measured level, and use until a truck comes, as a share of the capacity. */
const SLACK = 0.04
const CANCELLED = 5

/** Promise 2: adds new loads of the rounds to the books, and judges them by the true levels. */
export function judgeLoads(world: World, trucks: readonly Truck[], rounds: readonly Round[]): void {
  const { books } = world
  for (const round of rounds) {
    if (round.status_id === CANCELLED) continue
    const truck = trucks.find(({ truck_id }) => truck_id === round.truck_id)
    const isNew = (detail: number) =>
      !books.loads.some(({ shipment_detail_id }) => shipment_detail_id === detail)
    const byTank = new Map<Tank, Load[]>()
    for (const load of round.loads.filter(({ shipment_detail_id }) => isNew(shipment_detail_id))) {
      const tank = world.tanks.find(({ public_id }) => public_id === load.public_id)
      if (!tank) continue
      judgeProduct(world, { tank, truck, load })
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

function judgeProduct(
  world: World,
  { tank, truck, load }: { tank: Tank; truck: Truck | undefined; load: Round['loads'][number] },
): void {
  const broken = (kind: string, what: string) =>
    world.books.broken({
      promise: 2,
      kind,
      what,
      calls: world.witness.callsAbout([`tank ${tank.number}`, 'board']),
    })
  const facts = PRODUCTS[tank.kind.product]
  if (load.product_id !== tank.ids.product_id) {
    broken(
      'a load of another product than the tank holds',
      `${tank.public_id} holds ${facts.name}, planned is ${load.product_title}`,
    )
  }
  if (truck && truck.carries !== facts.truck) {
    broken(
      'a product on a truck that cannot carry it',
      `${facts.name} for ${tank.public_id} on ${truck.name}`,
    )
  }
}

function judgeTank(world: World, tank: Tank, loads: readonly Load[]): void {
  const { books } = world
  const now = world.now()
  const level = tank.level(now)
  const before = books.openLoads(tank)
  const onTheWay = books.onTheWay(tank)
  const planned = loads.reduce((sum, { litres }) => sum + litres, 0)
  books.loads.push(...loads)
  const filled = tank.fills.findLast(({ at }) => now - at < DAY)
  const says = [
    `${tank.public_id} (${PRODUCTS[tank.kind.product].name}, ${litres(tank.capacity)}, may be filled to ${litres(tank.limit)}):`,
    `${litres(level)} in it, ${litres(onTheWay)} on the way, ${litres(planned)} planned now by ${by(loads)}`,
    ...(filled ? [`; filled with ${litres(filled.litres)} at ${new Date(filled.at).toISOString()}`] : []),
    ...(before.length > 0 ? [`; on the way by ${by(before)}`] : []),
  ].join(' ')
  const broken = (kind: string) =>
    books.broken({
      promise: 2,
      kind,
      what: says,
      calls: world.witness.callsAbout([`tank ${tank.number}`, 'board']),
    })
  if (level + onTheWay + planned <= tank.limit + SLACK * tank.capacity) return
  if (filled) broken('a tank that was just filled is planned again')
  else if (before.length > 0) broken('a tank is dispatched twice for one need')
  else broken('a tank is planned beyond its true room')
}

const litres = (value: number) => `${Math.round(value)} L`

function by(loads: readonly Load[]): string {
  return loads
    .map(
      ({ shipment_id, document_detail_id }) =>
        `round ${shipment_id} ${document_detail_id === null ? 'for its level' : `for order line ${document_detail_id}`}`,
    )
    .join(', ')
}
