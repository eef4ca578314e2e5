import type { DriverDay } from '#core/domains/shipments/driver/driverCalls.ts'
import type { Round } from '../books/entries.ts'
import { isUnknowable } from '../books/judgeLoads.ts'
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

interface Outcome {
  outcome: string
  rule: string | null
  said: string | null
  isRepeated: boolean
}

const DRAFT = 1
/** Hours at which a driver checks for rounds. */
const VISIT_HOURS = [6.25, 10, 13, 15.5]
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
    username: string,
    readonly truck: Truck,
    private readonly gallon: number,
  ) {
    super(world, username)
    this.random = world.random.of(`driver of ${truck.name}`)
  }

  live(dispatcher: Dispatcher): Promise<void> {
    return this.everyDay(VISIT_HOURS, async (at) => {
      // A check that was missed while driving is done at the next time.
      if (at < this.world.now() - HOUR) return
      for (;;) {
        const response: DriverDay | undefined = await this.may('GET', '/driver/day', undefined, [])
        const isDue = (one: DayRound) => one.status_id === DRAFT && one.load_date <= this.world.dayOf()
        const round = response?.rounds.find(isDue)
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
    const tanks = loads.map(({ public_id }) => `tank ${world.tankOf(public_id)?.number}`)
    this.about = [`round ${shipment_id}`, ...tanks]
    if (!(await this.tell(round, null, 'left', {}))) {
      await dispatcher.takeOffWhatDoesNotFit(shipment_id)
      return false
    }
    const block = await this.must('POST', '/driver/ticket_blocks', { shipment_id, count: loads.length * 2 })
    let number: number = block.ticket_block.first_number
    const entry: Round = {
      ...{ shipment_id, truck_id: truck.truck_id, day: round.deliver_date ?? round.load_date },
      ...{ isClosed: false, lifted: new Map(), delivered: new Map() },
    }
    world.books.rounds.set(shipment_id, entry)
    await this.lift(round, entry)
    for (const stop of stops) {
      await world.pass(this.random.between(10, 40) * MINUTE)
      number = await this.serve(round, stop, number, entry)
    }
    // Half an hour after its last stop a round is over by itself, and leaves the day of its driver.
    await world.pass(this.random.between(5, 20) * MINUTE)
    this.isOffline = false
    await this.sync()
    await this.judgeEvents(round)
    await world.pass(this.random.between(5, 20) * MINUTE)
    entry.isClosed =
      (await this.tell(round, null, 'round_closed', {})) || (await dispatcher.finishFor(shipment_id))
    if (!entry.isClosed) return true
    world.books.count('rounds driven')
    const rest = this.restOnBoard()
    if (rest.length === 0) return true
    // The office learns later what was taken back.
    await world.pass(this.random.between(5, 90) * MINUTE)
    if (await dispatcher.enterReturned(shipment_id, rest)) truck.onBoard.clear()
    return true
  }

  /** Content returned to the rack: a truck that carries several products is emptied after each round. */
  private restOnBoard(): { compartment: number; returned: string; unit_id: number }[] {
    if (this.truck.carries !== 'fuel') return []
    const rest = [...this.truck.onBoard].filter(([, { gallons }]) => gallons > 0)
    return rest.map(([compartment, { gallons }]) => ({
      compartment,
      returned: gallons.toFixed(1),
      unit_id: this.gallon,
    }))
  }

  /** Loads at the rack what the round needs in addition to what is on board. */
  private async lift(round: DayRound, entry: Round): Promise<void> {
    const { truck, world } = this
    for (const { compartment, product_id, planned_liters, product_title } of round.on_truck?.compartments ??
      []) {
      const before = truck.onBoard.get(compartment)
      if (product_id === null || planned_liters <= 0 || !world.carries(truck, product_id)) continue
      if (before && before.gallons > 1 && before.product_id !== product_id) {
        const held = `${before.gallons.toFixed(1)} gal of product ${before.product_id}`
        const what = `compartment ${compartment}: ${held} on board, planned is ${product_title}`
        this.broken(2, 'a product is planned into a compartment that holds another', what)
        continue
      }
      const onBoard = before?.gallons ?? 0
      const holds = (truck.compartments[compartment - 1] ?? 0) * MAX_FILL[truck.carries]
      // Drivers load more than planned, if there is room.
      const wanted = (planned_liters / GALLON) * this.random.between(1, 1.25)
      const gross = Math.max(Math.ceil(Math.min(wanted, holds) - onBoard), 0)
      truck.onBoard.set(compartment, { product_id, gallons: onBoard + gross })
      if (gross === 0) continue
      entry.lifted.set(compartment, gross)
      await this.tell(round, null, 'lifted', {
        ...{ number: `BOL-${round.shipment_id}-${compartment}`, compartment, product_id, terminal_id: null },
        ...{ supplier: 'River rack', unit_id: this.gallon, gross: String(gross), net: null, celsius: null },
        lifted_at: new Date(world.now()).toISOString(),
      })
    }
  }

  /** @returns the number of the next ticket */
  private async serve(round: DayRound, stop: Stop, first: number, entry: Round): Promise<number> {
    let number = first
    this.isOffline = this.random.happens(0.2)
    await this.tell(round, stop, 'arrived', {})
    for (const load of stop.loads) {
      await this.world.pass(4 * MINUTE)
      if (await this.deliver(round, stop, { load, number, entry })) number += 1
    }
    const signed = { name: 'At home', signature: null, latitude: null, longitude: null }
    if (number > first) await this.tell(round, stop, 'signed', signed)
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
    const { truck, world, random } = this
    const { shipment_detail_id, product_id } = load
    const tank = world.tankOf(load.public_id)
    const entered = world.books.loads.find((one) => one.shipment_detail_id === shipment_detail_id)
    const compartment = load.compartment ?? 1
    const onBoard = truck.onBoard.get(compartment)
    if (entered) entered.state = 'not delivered'
    if (!tank || onBoard?.product_id !== tank.ids.product_id || product_id !== tank.ids.product_id)
      return false
    const room = Math.floor((tank.room(world.now()) / GALLON) * 10) / 10
    const share = random.happens(0.35) ? random.between(1.01, 1.1) : random.between(0.85, 1)
    const gallons = Math.round(Math.min(load.quantity * share, room, onBoard.gallons) * 10) / 10
    this.judgeRoom(load, tank)
    if (gallons < 5) return false
    const percent = () => Math.floor(tank.share(world.now()) * 100)
    const before = { shipment_detail_id, checked: 'scanned', percent: percent(), is_interrupted: false }
    await this.tell(round, stop, 'before', before)
    await world.pass((gallons / PUMP) * MINUTE)
    const at = world.now()
    tank.fill(at, gallons * GALLON)
    onBoard.gallons -= gallons
    entry.delivered.set(compartment, (entry.delivered.get(compartment) ?? 0) + gallons)
    if (entered) entered.state = 'delivered'
    const quantity = gallons.toFixed(1)
    const meter_start = truck.meter.toFixed(1)
    truck.meter += gallons
    world.books.tickets.push({
      ...{ number, shipment_id: round.shipment_id, shipment_detail_id, tank, quantity, at },
      document_detail_id: entered?.document_detail_id ?? null,
    })
    world.books.count('deliveries')
    const difference = Math.abs(gallons - load.quantity) / load.quantity
    await this.tell(round, stop, 'delivered', {
      ...{ shipment_detail_id, number, meter_start, meter_end: truck.meter.toFixed(1), quantity },
      ...{ unit_id: this.gallon, celsius: null },
      reason: difference < 0.01 ? null : gallons >= room ? 'tank_full' : 'customer_wish',
    })
    await this.tell(round, stop, 'after', { shipment_detail_id, percent: percent() })
    return true
  }

  /** Promise 1: acknowledged events are once in the round's events. */
  private async judgeEvents({ shipment_id }: DayRound): Promise<void> {
    const response: DriverDay | undefined = await this.may('GET', '/driver/day')
    const stops = response?.rounds.find((round) => round.shipment_id === shipment_id)?.stops ?? []
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
    if (level_at && isUnknowable(this.world, tank, Date.parse(level_at))) return
    const details = `room for ${Math.round(room_liters)} L by a level of ${level_at}, truly ${Math.round(room)} L`
    this.broken(2, 'the phone of a driver shows room that is not there', `${tank.public_id}: ${details}`)
  }

  /** Records an event and sends it if there is a network. @returns whether it counts, as far as that is known */
  private async tell(
    { shipment_id }: DayRound,
    stop: Stop | null,
    kind: string,
    body: object,
  ): Promise<boolean> {
    const at = new Date(this.world.now()).toISOString()
    const event_id = this.random.uuid()
    this.unsent.push({ event_id, shipment_id, stop_id: stop?.stop_id ?? null, kind, at, body })
    return this.isOffline || this.sync()
  }

  /** Sends the pending events, sometimes twice. @returns whether all of them count */
  private async sync(): Promise<boolean> {
    const events = this.unsent
    if (events.length === 0) return true
    const send = () => this.call('POST', '/driver/events', { events })
    const { status, answer } = await send()
    if (status < 500) this.unsent = []
    if (status !== 200) {
      const kinds = events.map(({ kind }) => kind).join(', ')
      if (status < 500) this.broken(1, `events of a driver are refused: ${kinds}`, JSON.stringify(answer))
      return false
    }
    const outcomes: Outcome[] = answer.outcomes
    for (const [index, outcome] of outcomes.entries()) this.acknowledged(events[index]!, outcome)
    const again: Outcome[] = this.random.happens(0.15) ? ((await send()).answer?.outcomes ?? []) : []
    const fresh = again.filter(({ isRepeated }) => !isRepeated)
    if (fresh.length > 0)
      this.broken(1, 'an event that is sent twice is applied twice', JSON.stringify(fresh))
    return outcomes.every(({ outcome }) => outcome === 'applied')
  }

  private acknowledged(event: Event, { outcome, rule, said }: Outcome): void {
    const { books } = this.world
    books.count('events of drivers')
    const why = [rule, said].filter(Boolean).join(': ')
    const kind = `what a driver did does not count: ${event.kind}, ${rule}`
    if (outcome === 'applied') this.applied.push(event)
    // Leaving can be refused: a load may not fit any more.
    else if (event.kind === 'left') books.refused(`a round cannot leave: ${why}`)
    else this.broken(3, kind, `${why} (${JSON.stringify(event)})`)
  }

  protected override broken(promise: number, kind: string, what: string): void {
    super.broken(promise, kind, `${this.truck.name}: ${what}`)
  }
}
