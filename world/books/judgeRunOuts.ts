import { PRODUCTS } from '../facts/products.ts'
import { DAY, HOUR } from '../laws/units.ts'
import type { World } from '../world.ts'

/** Notice that is needed to deliver before a tank is empty. */
const NOTICE = 12 * HOUR
/** Loads that a truck brings in a day. */
const LOADS_A_DAY = 2

/** Promise 7: no tank ran out that reported, while a truck had room, whether the board had named it or not. */
export function judgeRunOuts(world: World): void {
  const { books, devices, trucks } = world
  for (const device of devices) {
    const { tank } = device
    for (const at of tank.runOuts) {
      const before = books.ranked.filter((one) => one.tank === tank && one.at < at && one.at > at - 7 * DAY)
      const notice = before.find(({ rank }) => rank === 'must')?.at
      const explained = explain(at, notice)
      books.count(`run-outs: ${explained ?? 'not explained'}`)
      if (explained !== undefined) continue
      const named = before.length > 0 ? `named since ${new Date(before[0]!.at).toISOString()}` : 'never named'
      const what = `${new Date(at).toISOString()}: ${named} by the board`
      world.brokenFor(tank, 7, 'a tank ran out that should have been filled', what)
    }

    /** The reason why a tank ran out although no one failed; undefined if someone did. */
    function explain(at: number, notice: number | undefined): string | undefined {
      if (!device.isReliable(at) || tank.isLosing(at)) return 'its device was silent or something was wrong'
      if (at - world.start < DAY) return 'it was nearly empty when the world began'
      if (device.habits.isCalling) return 'its customer had not ordered'
      if (notice === undefined) return undefined
      if (at - notice < NOTICE) return 'the board named it too late for anybody to come'
      const open = books.loads.some(
        (load) => load.tank === tank && load.plannedAt < at && load.plannedAt >= notice,
      )
      if (open) return 'a truck was on its way'
      const carriers = trucks.filter(({ carries }) => carries === PRODUCTS[tank.kind.product].truck)
      const isBusy = carriers.every(({ truck_id, compartments }) => {
        const rounds = [...books.rounds.values()].filter((round) => round.truck_id === truck_id)
        const delivered = rounds
          .flatMap(({ shipment_id }) => books.tickets.filter((ticket) => ticket.shipment_id === shipment_id))
          .filter((ticket) => ticket.at > notice && ticket.at < at)
        const gallons = delivered.reduce((sum, { quantity }) => sum + Number(quantity), 0)
        const most = compartments.reduce((sum, holds) => sum + holds, 0) * LOADS_A_DAY * ((at - notice) / DAY)
        return gallons > most / 2
      })
      return isBusy ? 'its trucks were busy' : undefined
    }
  }
}
