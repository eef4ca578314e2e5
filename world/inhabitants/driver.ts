import type { DriverDay } from '#core/domains/shipments/driver/driverCalls.ts'
import type { Round } from '../books/books.ts'
import { PRODUCTS } from '../facts/products.ts'
import { GALLON, HOUR, MINUTE } from '../laws/units.ts'
import type { Random } from '../random.ts'
import type { Tank } from '../tank.ts'
import type { Truck } from '../truck.ts'
import type { World } from '../world.ts'
import type { Dispatcher } from './dispatcher.ts'
import { Person } from './person.ts'

type DayRound = DriverDay['rounds'][number]
type Stop = DayRound['stops'][number]
type LoadOfStop = Stop['loads'][number]

interface Event {
  event_id: string
  shipment_id: number
  stop_id: number | null
  kind: string
  at: string
  body: object
}

const DRAFT = 1
/** Hours at which a driver checks for rounds. */
const LOOKS = [6.25, 10, 13, 15.5]
/** Maximum fill of a compartment. */
const MAX_FILL = { lpg: 0.85, fuel: 0.97, def: 0.97 }
/** Error of a measured level, as a share of the capacity. */
const SENSOR_SLACK = 0.04
/** Gallons a minute of a pump. */
const PUMP = 60

/** Drives the rounds of one truck, with a phone that loses its network and resends what was not acknowledged. */
export class Driver extends Person {
  /** Events that the phone stores until they are acknowledged. */
  private unsent: Event[] = []
  /** Events that were applied. */
  private readonly applied: Event[] = []
  private isOffline = false
  /** When the present round began, ms. */
  private leftAt = 0
  private readonly random: Random

  constructor(
    world: World,
    user: { username: string; people_id: number },
    readonly truck: Truck,
    private readonly gallon: number,
  ) {
    super(world, user.username, undefined, user.people_id)
    this.random = world.random.of(`driver of ${truck.name}`)
  }

  live(dispatcher: Dispatcher): Promise<void> {
    return this.everyDay(LOOKS, async (at) => {
      // A check that was missed while driving is done at the next time.
      if (at < this.world.now() - HOUR) return
      for (;;) {
        const answer: DriverDay | undefined = await this.may('GET', '/driver/day', undefined, [])
        const round = answer?.rounds.find(
          ({ status_id, load_date }) => status_id === DRAFT && load_date <= this.world.dayOf(),
        )
        if (!round || !(await this.drive(round, dispatcher))) break
      }
    })
  }

  /** @returns whether the round was driven */
  private async drive(round: DayRound, dispatcher: Dispatcher): Promise<boolean> {
    const { world, truck } = this
    const { shipment_id, stops } = round
    this.leftAt = world.now()
    const loads = stops.flatMap((stop) => stop.loads)
    const tanks = loads.map(({ public_id }) => this.tankOf(public_id))
    this.about = [`round ${shipment_id}`, ...tanks.map((tank) => `tank ${tank?.number}`)]
    if (!(await this.tell(round, null, 'left', {}))) {
      await dispatcher.takeOffWhatDoesNotFit(shipment_id)
      return false
    }
    const block = await this.must('POST', '/driver/ticket_blocks', { shipment_id, count: loads.length * 2 })
    let number = block.ticket_block.first_number as number
    const entry: Round = {
      ...{
        shipment_id,
        truck_id: truck.truck_id,
        day: round.deliver_date ?? round.load_date,
        isClosed: false,
      },
      ...{ lifted: new Map(), delivered: new Map() },
    }
    world.books.rounds.set(shipment_id, entry)
    await this.lift(round, entry)
    for (const stop of stops) {
      await this.pass(this.random.between(10, 40) * MINUTE)
      number = await this.serve(round, stop, number, entry)
    }
    // Half an hour after its last stop a round is over by itself, and leaves the day of its driver.
    await this.pass(this.random.between(5, 20) * MINUTE)
    this.isOffline = false
    await this.sync()
    await this.judgeEvents(round)
    await this.pass(this.random.between(5, 20) * MINUTE)
    entry.isClosed = await this.tell(round, null, 'round_closed', {})
    if (!entry.isClosed) entry.isClosed = await dispatcher.finishFor(shipment_id)
    if (entry.isClosed) world.books.count('rounds driven')
    return true
  }

  /** Loads at the rack what the round needs in addition to what is on board. */
  private async lift(round: DayRound, entry: Round): Promise<void> {
    const { truck } = this
    for (const compartment of round.on_truck?.compartments ?? []) {
      const holds = (truck.compartments[compartment.compartment - 1] ?? 0) * MAX_FILL[truck.carries]
      const { product_id } = compartment
      const before = truck.onBoard.get(compartment.compartment)
      if (product_id === null || compartment.planned_liters <= 0 || !this.mayCarry(product_id)) continue
      if (before && before.gallons > 1 && before.product_id !== product_id) {
        const { number, product_title } = { number: compartment.compartment, ...compartment }
        this.broken(
          2,
          'a product is planned into a compartment that holds another',
          `compartment ${number}: ${before.gallons.toFixed(1)} gal of product ${before.product_id} on board, planned is ${product_title}`,
        )
        continue
      }
      const onBoard = before?.gallons ?? 0
      // Drivers load more than planned, if there is room.
      const wanted = (compartment.planned_liters / GALLON) * this.random.between(1, 1.25)
      const gross = Math.max(Math.ceil(Math.min(wanted, holds) - onBoard), 0)
      truck.onBoard.set(compartment.compartment, { product_id, gallons: onBoard + gross })
      if (gross === 0) continue
      entry.lifted.set(compartment.compartment, gross)
      const lifted_at = new Date(this.world.now()).toISOString()
      await this.tell(round, null, 'lifted', {
        ...{
          number: `BOL-${round.shipment_id}-${compartment.compartment}`,
          compartment: compartment.compartment,
        },
        ...{
          product_id,
          terminal_id: null,
          supplier: 'River rack',
          unit_id: this.gallon,
          gross: String(gross),
        },
        ...{ net: null, celsius: null, lifted_at },
      })
    }
  }

  /** @returns the number of the next ticket */
  private async serve(round: DayRound, stop: Stop, first: number, entry: Round): Promise<number> {
    let number = first
    this.isOffline = this.random.happens(0.2)
    await this.tell(round, stop, 'arrived', {})
    let isServed = false
    for (const load of stop.loads) {
      await this.pass(4 * MINUTE)
      if (await this.deliver(round, stop, { load, number, entry })) {
        number += 1
        isServed = true
      }
    }
    if (isServed)
      await this.tell(round, stop, 'signed', {
        name: 'At home',
        signature: null,
        latitude: null,
        longitude: null,
      })
    else await this.tell(round, stop, 'not_delivered', { reason: 'full', note: null })
    await this.tell(round, stop, 'closed', {})
    // The network comes back on the road, or only at the yard.
    if (this.random.happens(0.6)) this.isOffline = false
    return number
  }

  private async deliver(
    round: DayRound,
    stop: Stop,
    { load, number, entry }: { load: LoadOfStop; number: number; entry: Round },
  ): Promise<boolean> {
    const { truck, world } = this
    const { shipment_detail_id } = load
    const tank = this.tankOf(load.public_id)
    const entered = world.books.loads.find((one) => one.shipment_detail_id === shipment_detail_id)
    const compartment = load.compartment ?? 1
    const onBoard = truck.onBoard.get(compartment)
    if (entered) entered.state = 'not delivered'
    if (!tank || onBoard?.product_id !== tank.ids.product_id || load.product_id !== tank.ids.product_id)
      return false
    const now = world.now()
    const room = Math.floor((tank.room(now) / GALLON) * 10) / 10
    const wish =
      load.quantity *
      (this.random.happens(0.35) ? this.random.between(1.01, 1.1) : this.random.between(0.85, 1))
    const gallons = Math.round(Math.min(wish, room, onBoard.gallons) * 10) / 10
    this.judgeRoom(load, tank)
    if (gallons < 5) return false
    await this.tell(round, stop, 'before', {
      ...{
        shipment_detail_id,
        checked: 'scanned',
        percent: Math.floor(tank.share(now) * 100),
        is_interrupted: false,
      },
    })
    await this.pass((gallons / PUMP) * MINUTE)
    tank.fill(world.now(), gallons * GALLON)
    onBoard.gallons -= gallons
    entry.delivered.set(compartment, (entry.delivered.get(compartment) ?? 0) + gallons)
    if (entered) entered.state = 'delivered'
    const quantity = gallons.toFixed(1)
    const meter_start = truck.meter.toFixed(1)
    truck.meter += gallons
    world.books.tickets.push({
      ...{ number, shipment_id: round.shipment_id, shipment_detail_id, tank, quantity, at: world.now() },
      document_detail_id: entered?.document_detail_id ?? null,
    })
    world.books.count('deliveries')
    const difference = Math.abs(gallons - load.quantity) / load.quantity
    await this.tell(round, stop, 'delivered', {
      ...{ shipment_detail_id, number, meter_start, meter_end: truck.meter.toFixed(1), quantity },
      ...{ unit_id: this.gallon, celsius: null },
      reason: difference < 0.01 ? null : gallons >= room ? 'tank_full' : 'customer_wish',
    })
    await this.tell(round, stop, 'after', {
      shipment_detail_id,
      percent: Math.round(tank.share(world.now()) * 100),
    })
    return true
  }

  /** Promise 1: acknowledged events are once in the round's events. */
  private async judgeEvents({ shipment_id }: DayRound): Promise<void> {
    const answer: DriverDay | undefined = await this.may('GET', '/driver/day')
    const stops = answer?.rounds.find((round) => round.shipment_id === shipment_id)?.stops ?? []
    const there = stops.flatMap(({ events }) => events.map(({ event_id }) => event_id))
    const own = this.applied.filter((event) => event.shipment_id === shipment_id && event.stop_id !== null)
    for (const { event_id, kind } of own) {
      const times = there.filter((id) => id === event_id).length
      if (times === 0) this.broken(1, `an event that was acknowledged is lost: ${kind}`, event_id)
      if (times > 1) this.broken(1, `an event that was acknowledged is doubled: ${kind}`, event_id)
    }
  }

  /** Promise 2: the room on the phone is there, except for the error of a sensor. */
  private judgeRoom({ room_liters, level_at }: LoadOfStop, tank: Tank): void {
    // The phone itself subtracts what its driver delivered since.
    if (tank.fills.some(({ at }) => at >= this.leftAt)) return
    const room = tank.room(this.world.now())
    if (room_liters === null || room_liters <= room + SENSOR_SLACK * tank.capacity) return
    const what = `${tank.public_id}: room for ${Math.round(room_liters)} L by a level of ${level_at}, truly ${Math.round(room)} L`
    this.broken(2, 'the phone of a driver shows room that is not there', what)
  }

  /** Records an event and sends it if there is a network. @returns whether it counts, as far as that is known */
  private async tell(round: DayRound, stop: Stop | null, kind: string, body: object): Promise<boolean> {
    this.unsent.push({
      ...{ event_id: this.random.uuid(), shipment_id: round.shipment_id, stop_id: stop?.stop_id ?? null },
      ...{ kind, at: new Date(this.world.now()).toISOString(), body },
    })
    return this.isOffline || this.sync()
  }

  /** Sends the pending events, sometimes twice. @returns whether all of them count */
  private async sync(): Promise<boolean> {
    const events = this.unsent
    if (events.length === 0) return true
    const { status, answer } = await this.call('POST', '/driver/events', { events })
    if (status !== 200) {
      if (status < 500) this.refusedWhole(events, answer)
      return false
    }
    this.unsent = []
    const outcomes = answer.outcomes as {
      event_id: string
      outcome: string
      rule: string | null
      said: string | null
    }[]
    for (const [index, outcome] of outcomes.entries()) this.acknowledged(events[index]!, outcome)
    if (this.random.happens(0.15)) await this.sendAgain(events)
    return outcomes.every(({ outcome }) => outcome === 'applied')
  }

  private async sendAgain(events: readonly Event[]): Promise<void> {
    const { answer } = await this.call('POST', '/driver/events', { events })
    const fresh = answer?.outcomes?.filter(({ isRepeated }: { isRepeated: boolean }) => !isRepeated) ?? []
    if (fresh.length > 0)
      this.broken(1, 'an event that is sent twice is applied twice', JSON.stringify(fresh))
  }

  private acknowledged(
    event: Event,
    { outcome, rule, said }: { outcome: string; rule: string | null; said: string | null },
  ): void {
    this.world.books.count('events of drivers')
    if (outcome === 'applied') {
      this.applied.push(event)
      return
    }
    const why = [rule, said].filter(Boolean).join(': ')
    // Leaving can be refused: a load may not fit any more.
    if (event.kind === 'left') this.world.books.refused(`a round cannot leave: ${why}`)
    else
      this.broken(
        3,
        `what a driver did does not count: ${event.kind}, ${rule}`,
        `${why} (${JSON.stringify(event)})`,
      )
  }

  private refusedWhole(events: readonly Event[], answer: unknown): void {
    this.unsent = []
    this.broken(
      1,
      `events of a driver are refused: ${events.map(({ kind }) => kind).join(', ')}`,
      JSON.stringify(answer),
    )
  }

  protected override broken(promise: number, kind: string, what: string): void {
    super.broken(promise, kind, `${this.truck.name}: ${what}`)
  }

  private mayCarry(product_id: number): boolean {
    const tank = this.world.tanks.find(({ ids }) => ids.product_id === product_id)
    return tank !== undefined && PRODUCTS[tank.kind.product].truck === this.truck.carries
  }

  private tankOf(public_id: string | null): Tank | undefined {
    return this.world.tanks.find((tank) => tank.public_id === public_id)
  }

  private async pass(duration: number): Promise<void> {
    await this.world.until(this.world.now() + duration)
  }
}
