import os from 'node:os'
import { type Call, send, UNKNOWN } from '../call.ts'
import type { Books } from './books.ts'

/** A longer answer is a broken promise, ms of real time. */
const LONGEST_ANSWER = 2000

/** What one calls for, so that the calls that led to a broken promise can be found: `tank 3`, `round 5`, `document 7`. */
export type About = readonly string[]

/** Others work on this machine as well: how long an answer takes says nothing then. */
const isMachineBusy = () => os.loadavg()[0]! > 2 * os.cpus().length

/** Makes the calls of all inhabitants and writes each down. */
export class Witness {
  readonly calls: (Call & { about: About })[] = []

  constructor(
    private readonly address: string,
    private readonly now: () => number,
    private readonly books: Books,
  ) {}

  async call(
    who: string,
    {
      method,
      path,
      headers,
      body,
      about = [],
    }: { method: string; path: string; headers: Record<string, string>; body?: unknown; about?: About },
  ): Promise<Call> {
    const at = this.now()
    const begun = performance.now()
    const { status, answer } = await send({ address: this.address, method, path, headers, body })
    const call = {
      who,
      at,
      method,
      path,
      body,
      status,
      answer,
      took: Math.round(performance.now() - begun),
      about,
    }
    this.calls.push(call)
    this.judge(call)
    return call
  }

  /** The latest calls about any of these things. */
  callsAbout(about: About, most = 14): Call[] {
    return this.calls.filter((call) => call.about.some((one) => about.includes(one))).slice(-most)
  }

  /** Promise 9. */
  private judge(call: Call): void {
    const name = `${call.method} ${call.path.replace(/\?.*/, '').replace(/\d+/g, ':id')}`
    const broken = (kind: string, what: string) =>
      this.books.broken({ promise: 9, kind, what, calls: [call] })
    if (call.status === UNKNOWN) broken(`${name} has no answer`, String(call.answer))
    else if (call.status >= 500) broken(`${name} answers ${call.status}`, JSON.stringify(call.answer))
    if (call.took <= LONGEST_ANSWER) return
    if (isMachineBusy()) this.books.count('answers over 2 s while the machine had too much to do')
    else broken(`${name} takes longer than 2 s`, `${call.took} ms of real time`)
  }
}
