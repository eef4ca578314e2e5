import type { listNeeds, listRounds } from '#core/domains/dispatch/calls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { judgeLoads } from '../books/judgeLoads.ts'
import { MINUTE } from '../laws/units.ts'
import type { Truck } from '../truck.ts'
import { Person } from './person.ts'

type Need = ResponseOf<typeof listNeeds>['needs'][number]
type Rounds = ResponseOf<typeof listRounds>

/** Hours of the day at which the dispatcher reads the board. */
const VISIT_HOURS = [5.5, 9.5, 12.5, 15]
/** Share of the times of planning at which the dispatcher first confuses two trucks. */
const MIX_UPS = 0.25
/** Tries until background work has ended. */
const MAX_TRIES = 12

/** Follows the board: delivers what it ranks as must and should, planned by hand or as proposed. */
export class Dispatcher extends Person {
  override about = ['board']

  live(): Promise<void> {
    return this.everyDay(VISIT_HOURS, async (at, day, hour) => {
      if (this.world.isOfficeDown(at)) return
      const today = this.world.dayOf(at)
      const needs = await this.readNeeds(today)
      const proposes = day % 2 === 1 && hour === VISIT_HOURS[0]
      if (proposes) await this.acceptProposal(today)
      else {
        const random = this.world.random.of(`mix-up ${day} ${hour}`)
        if (random.happens(MIX_UPS)) await this.mixUp(random.pick(this.world.trucks), { day: today, needs })
        await this.planByHand(today, needs)
      }
      await this.readRounds(today)
    })
  }

  private async readNeeds(day: string): Promise<Need[]> {
    const response = await this.may('GET', `/dispatch/needs?day=${day}&page_size=200`)
    const needs: Need[] = response?.needs ?? []
    for (const { public_id, rank } of needs) {
      const tank = this.world.tankOf(public_id)
      if (tank && rank !== 'could') this.world.books.ranked.push({ tank, rank, at: this.world.now() })
    }
    return needs
  }

  /** Puts a tank on a truck that cannot carry its product. The product should refuse: the simulation judges the rounds afterwards. */
  private async mixUp(truck: Truck, { day, needs }: { day: string; needs: readonly Need[] }): Promise<void> {
    const invalid = needs.find(({ product_id }) => !this.world.carries(truck, product_id))
    if (!invalid) return
    const loads = [{ device_ports_id: invalid.device_ports_id }]
    const about = [...this.aboutOf([invalid]), 'board']
    await this.may('POST', '/dispatch/plan', { day, truck_id: truck.truck_id, fitting: true, loads }, about)
  }

  /** Plans the needs ranked must or should on the trucks that carry their product. */
  private async planByHand(day: string, needs: readonly Need[]): Promise<void> {
    for (const truck of this.world.trucks) {
      const mine = needs.filter(
        ({ rank, product_id }) => rank !== 'could' && this.world.carries(truck, product_id),
      )
      const loads = mine
        .slice(0, 40)
        .map(({ device_ports_id, document_detail_id }) =>
          document_detail_id === null ? { device_ports_id } : { document_detail_id },
        )
      const plan = { day, truck_id: truck.truck_id, fitting: true, loads }
      if (mine.length > 0) await this.may('POST', '/dispatch/plan', plan, [...this.aboutOf(mine), 'board'])
    }
  }

  private async acceptProposal(first_day: string): Promise<void> {
    const { world } = this
    const truck_ids = world.trucks.map(({ truck_id }) => truck_id)
    const started = await this.may('POST', '/dispatch/proposal', { first_day, days: 1, truck_ids })
    if (!started) return
    for (let looks = 0; looks < MAX_TRIES; looks++) {
      await world.pass(MINUTE)
      const state = await this.may('GET', '/dispatch/proposal')
      if (!state || state.run) continue
      if (state.has_failed) {
        this.broken(9, 'the proposal of rounds fails', 'The proposal of rounds failed.')
      } else if (state.proposal?.rounds.length > 0) {
        await this.may('POST', '/dispatch/proposal/accept', {})
        world.books.count('proposals accepted')
      }
      return
    }
    world.books.refused('The proposal of rounds did not end.')
  }

  /** Reads the planned rounds; the simulation judges them by its own books. */
  private async readRounds(day: string): Promise<void> {
    const path = `/dispatch/rounds?day=${day}`
    const response: Rounds | undefined = await this.may('GET', path)
    if (response) judgeLoads(this.world, response.rounds)
  }

  /** Removes loads from a round for which the tanks have no room any more, so that it can leave. */
  async takeOffWhatDoesNotFit(shipment_id: number): Promise<void> {
    const { books } = this.world
    const now = this.world.now()
    const onIt = books.loads.filter((load) => load.shipment_id === shipment_id && load.state === 'planned')
    const full = onIt.filter(({ tank, litres }) => tank.room(now) < litres)
    if (full.length === 0) return
    const about = [`round ${shipment_id}`, ...full.map(({ tank }) => `tank ${tank.number}`)]
    const shipment_detail_ids = full.map((load) => load.shipment_detail_id)
    const isOff = await this.may('POST', '/dispatch/take_off', { shipment_id, shipment_detail_ids }, about)
    if (!isOff) return
    for (const load of full) load.state = 'not delivered'
    if (full.length < onIt.length) return
    await this.may('POST', `/shipment_planner/${shipment_id}/status`, { status: 'cancelled' }, about)
  }

  /** Finishes a round that its driver could not finish. */
  async finishFor(shipment_id: number): Promise<boolean> {
    const body = { details: [], overrule_reason: 'The driver delivered it.' }
    const path = `/shipment_planner/${shipment_id}/finalize`
    const about = [`round ${shipment_id}`]
    if (await this.may('POST', path, body, about)) return true
    return Boolean(await this.world.owner.may('POST', path, body, about))
  }

  /** Enters what a driver took back to the rack after a round. */
  async enterReturned(shipment_id: number, compartments: readonly object[]): Promise<boolean> {
    const path = `/shipment_planner/${shipment_id}/ends`
    return Boolean(await this.may('POST', path, { compartments }, [`round ${shipment_id}`]))
  }

  private aboutOf(needs: readonly Need[]): string[] {
    return needs
      .flatMap(({ public_id }) => this.world.tankOf(public_id) ?? [])
      .map(({ number }) => `tank ${number}`)
  }
}
