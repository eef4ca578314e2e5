import type { Call } from '../call.ts'
import type { Tank } from '../tank.ts'
import { Ledger } from './ledger.ts'

/** A broken promise (`kind` is its unique name), its cause, and the calls that led to it. */
export interface Broken {
  promise: number
  kind: string
  what: string
  calls: readonly Call[]
}

/** Product on its way to a tank. */
export interface Load {
  shipment_id: number
  shipment_detail_id: number
  tank: Tank
  litres: number
  /** The line of an order; null for a load because of a level. */
  document_detail_id: number | null
  plannedAt: number
  state: 'planned' | 'delivered' | 'not delivered'
}

/** A delivery ticket as its driver wrote it. */
export interface Ticket {
  number: number
  shipment_id: number
  shipment_detail_id: number
  tank: Tank
  /** Gallons with at most 3 decimals. */
  quantity: string
  at: number
  document_detail_id: number | null
  /** The order that was made for it, if none was before. */
  order_id?: number
}

export interface Round {
  shipment_id: number
  truck_id: number
  /** YYYY-MM-DD. */
  day: string
  /** Gallons per compartment. */
  lifted: Map<number, number>
  delivered: Map<number, number>
  isClosed: boolean
}

export interface Order {
  document_id: number
  tank: Tank
  at: number
  /** Gallons. */
  quantity: number
  /** Its lines, as far as tickets name them. */
  detail_ids: readonly number[]
}

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
