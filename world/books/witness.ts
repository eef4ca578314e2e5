import os from 'node:os'
import { type Call, kindOf, type Request, send, UNKNOWN } from '../call.ts'
import type { Product } from '../product.ts'
import type { Books } from './books.ts'

/** A longer answer is a broken promise, ms of real time. */
const MAX_ANSWER_MS = 2000

/** The subjects of a call, to find the calls that led to a broken promise: `tank 3`, `round 5`, `document 7`. */
export type About = readonly string[]

/** Other work runs on this machine: durations then say nothing. */
const isMachineBusy = () => os.loadavg()[0]! > 2 * os.cpus().length

/** Makes the calls of all inhabitants and records them. */
export class Witness {
  readonly calls: (Call & { about: About })[] = []
  private readonly limits = new Map<string, (text: string) => string | undefined>()

  constructor(
    private readonly product: Product,
    private readonly now: () => number,
    private readonly books: Books,
  ) {}

  /** Registers what someone may not see in any answer: `find` returns what it found in a text, or undefined. */
  mayNotSee(who: string, find: (text: string) => string | undefined): void {
    this.limits.set(who, find)
  }

  async call(who: string, { about = [], ...request }: Request & { about?: About }): Promise<Call> {
    const at = this.now()
    const startedAt = performance.now()
    const { status, answer } = await send(this.product.address, request)
    const wasAway = this.product.isAway
    const { method, path, body } = request
    const took = Math.round(performance.now() - startedAt)
    const call = { who, at, method, path, body, status, answer, took, about }
    this.calls.push(call)
    this.judgeSeen(call)
    if (!wasAway) this.judge(call)
    return call
  }

  /** The latest calls about any of these subjects. */
  callsAbout(about: About, most = 14): Call[] {
    return this.calls.filter((call) => call.about.some((one) => about.includes(one))).slice(-most)
  }

  /** Promise 8. */
  private judgeSeen(call: Call): void {
    const seen = this.limits.get(call.who)?.(JSON.stringify(call.answer ?? ''))
    if (seen === undefined) return
    const kind = `${kindOf(call)} shows what is another's`
    this.books.broken({ promise: 8, kind, what: `${call.who} sees ${seen}`, calls: [call] })
  }

  /** Promise 9. */
  private judge(call: Call): void {
    const name = kindOf(call)
    const broken = (kind: string, what: string) =>
      this.books.broken({ promise: 9, kind, what, calls: [call] })
    if (call.status === UNKNOWN) broken(`${name} has no answer`, String(call.answer))
    else if (call.status >= 500) broken(`${name} answers ${call.status}`, JSON.stringify(call.answer))
    if (call.took <= MAX_ANSWER_MS) return
    if (isMachineBusy()) this.books.count('answers over 2 s while the machine had too much to do')
    else broken(`${name} takes longer than 2 s`, `${call.took} ms of real time`)
  }
}
