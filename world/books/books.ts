import type { Tank } from '../tank.ts'
import type { Broken, Load, Order, Round, Ticket } from './entries.ts'
import { Ledger } from './ledger.ts'

/** The simulated truth, by which the product's answers are judged. */
export class Books {
  /** Acknowledged records of a device by their time. */
  readonly records = new Map<string, Map<number, object>>()
  readonly loads: Load[] = []
  readonly tickets: Ticket[] = []
  readonly rounds = new Map<number, Round>()
  readonly orders: Order[] = []
  readonly ledger = new Ledger(this)
  /** Tanks that the board ranked as must or should, at each look. */
  readonly ranked: { tank: Tank; rank: 'must' | 'should'; at: number }[] = []
  /** Broken promises, each kind once, with its count. */
  readonly found = new Map<string, Broken & { times: number }>()
  /** Refusals without a broken promise. */
  readonly refusals = new Map<string, number>()
  /** Counts of answers by kind, for the report. */
  readonly counts = new Map<string, number>()

  /** Figures of the whole run, as text. */
  readonly figures = new Map<string, string>()

  constructor(private readonly onDiscovery: (broken: Broken) => void) {}

  broken(one: Broken): void {
    const name = `${one.promise} ${one.kind}`
    const before = this.found.get(name)
    if (before) before.times += 1
    else {
      this.found.set(name, { ...one, times: 1 })
      this.onDiscovery(one)
    }
  }

  count(what: string, by = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + by)
  }

  refused(what: string): void {
    this.refusals.set(what, (this.refusals.get(what) ?? 0) + 1)
  }

  /** Loads on the way to a tank. */
  openLoads(tank: Tank): Load[] {
    return this.loads.filter((load) => load.tank === tank && load.state === 'planned')
  }
}
