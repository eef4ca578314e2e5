import { setTimeout as pause } from 'node:timers/promises'
import { Books } from './books/books.ts'
import type { Broken } from './books/entries.ts'
import { type About, Witness } from './books/witness.ts'
import type { Call } from './call.ts'
import type { Clock } from './clock.ts'
import { PRODUCTS } from './facts/products.ts'
import { DAY, HOUR, MINUTE } from './laws/units.ts'
import { Weather } from './laws/weather.ts'
import type { Product } from './product.ts'
import type { Random } from './random.ts'
import type { Tank } from './tank.ts'
import type { Truck } from './truck.ts'

/** Length of a leap of the clock, ms: while people work, and at night. */
const STEP = { day: 5 * MINUTE, night: 10 * MINUTE }
const DAYTIME = { from: 5, to: 18 }
/** From UTC, in winter. */
const ZONE = -5 * HOUR

/** A user as the judges need them. */
export interface Caller {
  call: (method: string, path: string, body?: unknown, about?: About) => Promise<Call>
  /** A call that must succeed. @throws Error otherwise */
  must: (method: string, path: string, body?: unknown, about?: About) => Promise<any>
  /** A call that may be refused. @returns its answer, or undefined */
  may: (method: string, path: string, body?: unknown, about?: About) => Promise<any>
}

/** A device as the judges need it. */
export interface Reporter {
  readonly tank: Tank
  /** Its temporary faults, and whether its customer calls when it is low. */
  readonly habits: {
    readonly faults: readonly { kind: string; from: number; to: number }[]
    readonly isCalling: boolean
  }
  /** Periods without reports. */
  readonly silences: readonly { from: number; to: number }[]
  /** Runs after a report. */
  onReport: (() => Promise<void>) | undefined
  /** Whether its latest reports reveal the volume of its tank. */
  isReliable: (at: number) => boolean
  reportHistory: () => Promise<void>
  live: () => Promise<void>
  /** Sends again everything that was acknowledged. */
  repeatEverything: () => Promise<void>
}

/** Time, weather, tanks and books, and the queue of inhabitants that wait for a moment. */
export class World {
  readonly books: Books
  readonly witness: Witness
  readonly weather: Weather
  readonly tanks: Tank[] = []
  private readonly sleepers: { at: number; wake: () => void }[] = []
  private awake = 0
  private failure: unknown
  /** The administrator, whose answers the simulation judges. */
  owner!: Caller
  readonly devices: Reporter[] = []
  readonly trucks: Truck[] = []
  /** Set if the run ends at the first discovery. */
  isOver = false

  constructor(
    private readonly clock: Clock,
    readonly product: Product,
    readonly random: Random,
    /** Its start, ms. */
    readonly start: number,
    /** Days of history that the devices report at the start. */
    private readonly historyDays: number,
    onDiscovery: (broken: Broken) => void,
  ) {
    this.books = new Books(onDiscovery)
    this.witness = new Witness(product, () => clock.now(), this.books)
    this.weather = new Weather(random.of('weather'), this.historyStart - DAY)
  }

  get historyStart(): number {
    return this.start - this.historyDays * DAY
  }

  now(): number {
    return this.clock.now()
  }

  /** The day of a moment where the tanks stand, YYYY-MM-DD. */
  dayOf(at = this.now()): string {
    return new Date(at + ZONE).toISOString().slice(0, 10)
  }

  /** A moment of the n-th day, by the local clock. */
  moment(day: number, hour: number): number {
    return Math.floor((this.start + ZONE) / DAY) * DAY + day * DAY + hour * HOUR - ZONE
  }

  /** Whether the office has no network: on the sixth day from noon to three. */
  isOfficeDown(at: number): boolean {
    return at >= this.moment(5, 12) && at < this.moment(5, 15)
  }

  /** Reads of the administrator. */
  get(path: string, about: About): Promise<any> {
    return this.owner.must('GET', path, undefined, about)
  }

  tankOf(public_id: string | null): Tank | undefined {
    return this.tanks.find((tank) => tank.public_id === public_id)
  }

  /** Whether a product is one of those that a truck carries. */
  carries(truck: Truck, product_id: number): boolean {
    const tank = this.tanks.find(({ ids }) => ids.product_id === product_id)
    return tank !== undefined && PRODUCTS[tank.kind.product].truck === truck.carries
  }

  pass(duration: number): Promise<void> {
    return this.until(this.now() + duration)
  }

  /** Reports a broken promise, with the calls about its subjects that led to it. */
  broken(promise: number, kind: string, what: string, about: About = []): void {
    this.books.broken({ promise, kind, what, calls: this.witness.callsAbout(about) })
  }

  /** Reports a promise that is broken for a tank. */
  brokenFor({ number, public_id }: Tank, promise: number, kind: string, what: string): void {
    this.broken(promise, kind, `${public_id}: ${what}`, [`tank ${number}`])
  }

  /** Waits until a moment. Waiting inhabitants are woken in order, up to a step late. */
  async until(at: number): Promise<void> {
    this.awake--
    await new Promise<void>((resolve) => this.sleepers.push({ at, wake: resolve }))
  }

  /** Starts an inhabitant. */
  run(life: () => Promise<void>): void {
    this.awake++
    life().then(
      () => this.awake--,
      (error: unknown) => {
        this.failure ??= error
        this.awake--
      },
    )
  }

  /** Runs until a moment. */
  async live(end: number): Promise<void> {
    while (!this.isOver) {
      await this.untilAllWait()
      this.sleepers.sort((one, other) => one.at - other.at)
      const next = this.sleepers[0]
      if (!next || next.at > end) return
      if (next.at <= this.now()) {
        this.sleepers.shift()
        this.awake++
        next.wake()
        // Due inhabitants begin one after the other, and then run concurrently.
        await pause(0)
        continue
      }
      await this.product.untilQuiet()
      const step = this.step()
      // To the end of the step in which the next one waits: inhabitants that wait for nearly the same moment are woken together.
      const ahead = Math.ceil(next.at / step) * step - this.now()
      this.clock.leap(Math.min(Math.max(ahead, 0), step))
    }
  }

  private step(): number {
    const hour = ((this.now() + ZONE) % DAY) / HOUR
    return hour >= DAYTIME.from && hour < DAYTIME.to ? STEP.day : STEP.night
  }

  private async untilAllWait(): Promise<void> {
    while (this.awake > 0 && !this.failure && !this.sleepers.some(({ at }) => at <= this.now())) {
      if (this.product.hasEnded) throw new Error('The product ended.')
      await pause(5)
    }
    if (this.failure) throw this.failure
  }
}
