import { PRODUCTS } from './facts/products.ts'
import type { TankKind } from './facts/tanks.ts'
import { capacityOf, heightFor, heightOf } from './laws/tankShape.ts'
import { DAY, HOUR } from './laws/units.ts'
import { drawnInHour } from './laws/use.ts'
import type { Weather } from './laws/weather.ts'
import type { Random } from './random.ts'

/** mm from an ultrasonic or radar sensor down to the top of its tank. */
export const SENSOR_ABOVE = 100

/** Shares of the capacity below which a tank is urgent, and below which it should be filled. */
export const URGENT = 0.25
export const LOW = 0.4

/** A leak or a theft. */
interface Trouble {
  from: number
  to: number
  litresAnHour: number
}

/** A tank with its true volume. Volumes in litres, moments in ms since 1970. */
export class Tank {
  readonly capacity: number
  /** Its maximum fill. */
  readonly limit: number
  private litres: number
  private at: number
  /** Since when it has been empty. */
  dryFrom: number | null = null
  /** The times at which it became empty. */
  readonly runOuts: number[] = []
  /** Since when it has been under its urgent line. */
  lowFrom: number | null = null
  /** The true volume at its sensor's measurements, litres by the moment. */
  readonly measured = new Map<number, number>()
  /** Its deliveries, for the books. */
  readonly fills: { at: number; litres: number; levelAfter: number }[] = []
  trouble: Trouble | undefined
  /** Its ids in the product. */
  ids = { device_id: 0, device_ports_id: 0, company_id: 0, product_id: 0 }

  constructor(
    readonly number: number,
    readonly public_id: string,
    readonly kind: TankKind,
    private readonly weather: Weather,
    readonly random: Random,
    start: { litres: number; at: number },
  ) {
    this.capacity = capacityOf(kind.shape)
    this.limit = this.capacity * PRODUCTS[kind.product].fullTo
    this.litres = start.litres
    this.at = start.at
  }

  /** Its volume at a moment, not before the last requested one. */
  level(at: number): number {
    while (this.at < at) {
      const until = Math.min(at, (Math.floor(this.at / HOUR) + 1) * HOUR)
      const used = ((this.drawnInHour(this.at) + this.lostInHour(this.at)) * (until - this.at)) / HOUR
      this.litres = Math.max(this.litres - used, 0)
      this.at = until
      this.judgeLow()
    }
    return this.litres
  }

  /** Hours from a moment until it is down to a share of its capacity without deliveries, at most `most`; without leaks and thefts. */
  hoursUntil(share: number, from: number, most: number): number {
    let left = this.level(from) - share * this.capacity
    for (let hour = 0; hour < most; hour++) {
      const used = this.drawnInHour(from + hour * HOUR)
      if (used >= left) return hour + (used > 0 ? Math.max(left, 0) / used : 0)
      left -= used
    }
    return most
  }

  share(at: number): number {
    return this.level(at) / this.capacity
  }

  room(at: number): number {
    return Math.max(this.limit - this.level(at), 0)
  }

  fill(at: number, litres: number): void {
    this.level(at)
    this.litres += litres
    this.judgeLow()
    this.fills.push({ at, litres, levelAfter: this.litres })
  }

  /** The value of its sensor for a level, with noise. */
  reading(litres: number, random: Random): number {
    const { shape, measure, noise } = this.kind
    const height = heightFor(shape, litres)
    const exact = {
      distance: heightOf(shape) + SENSOR_ABOVE - height,
      height,
      percent: (height / heightOf(shape)) * 100,
      volume_percent: (litres / this.capacity) * 100,
    }[measure]
    return Math.round(Math.max(exact + random.normal(noise), 0) * 100) / 100
  }

  /**
   * Levels before the start, oldest first: computed backwards from the present one, with a delivery where it would overflow. The history of
   * a tank whose customer called in time. Two readings follow its last delivery: without a ticket, the product believes no single jump.
   */
  history(from: number, every: number): { at: number; litres: number }[] {
    const random = this.random.of('history')
    const levels: { at: number; litres: number }[] = []
    let litres = this.litres
    let top = this.limit * random.between(0.92, 1)
    for (let at = this.at - HOUR; at >= from; at -= HOUR) {
      litres += this.drawnInHour(at)
      if (litres > top && levels.length > 1) {
        litres = this.capacity * random.between(0.22, 0.35)
        top = this.limit * random.between(0.92, 1)
      }
      if (((this.at - at) / HOUR) % every === 0) levels.push({ at, litres })
    }
    return levels.reverse()
  }

  /** Whether a leak or theft takes from it in the days before a moment. */
  isLosing(at: number): boolean {
    const { trouble } = this
    return trouble !== undefined && at >= trouble.from && at < trouble.to + 3 * DAY
  }

  /** Whether its use until a reading is that of a leak which ended less than a day before it, so that no whole day shows the end. */
  isMisleading(readAt: number): boolean {
    const { trouble } = this
    return trouble !== undefined && readAt >= trouble.from && readAt < trouble.to + DAY
  }

  private judgeLow(): void {
    if (this.litres > 0) this.dryFrom = null
    else if (this.dryFrom === null) {
      this.dryFrom = this.at
      this.runOuts.push(this.at)
    }
    if (this.litres >= URGENT * this.capacity) this.lowFrom = null
    else this.lowFrom ??= this.at
  }

  private drawnInHour(at: number): number {
    return drawnInHour(this.kind.law, at, this.weather, this.random)
  }

  private lostInHour(at: number): number {
    const { trouble } = this
    const isLost = trouble && at >= trouble.from && at < trouble.to
    return isLost ? trouble.litresAnHour : 0
  }
}
