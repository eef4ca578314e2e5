import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as pause } from 'node:timers/promises'
import type { About } from '../books/witness.ts'
import { type Call, kindOf, UNKNOWN } from '../call.ts'
import type { World } from '../world.ts'

const API_KEY = 'ullage-web'
/** ms of real time. */
const BETWEEN_STREAMS = 500
const hasTimedOut = ({ status, answer }: Call) => status === 403 && answer?.message === 'Session timed out'
export const PASSWORD = 'Hauler#4711x'

/** A person who works with the product through its calls, and signs in when they must. */
export class Person {
  private token: string | undefined
  /** The subjects of the latest calls. */
  about: string[] = []

  constructor(
    protected readonly world: World,
    readonly username: string,
    private readonly password: string = PASSWORD,
  ) {}

  /** A call with its answer, whatever it is. */
  async call(method: string, path: string, body?: unknown, about: About = this.about): Promise<Call> {
    if (this.token === undefined) await this.signIn()
    // A repetition after a lost answer is done once.
    const key = randomUUID()
    const first = await this.whenBack(() => this.once(method, path, body, about, key))
    if (first.status !== 401 && !hasTimedOut(first)) return first
    await this.signIn()
    return this.whenBack(() => this.once(method, path, body, about, key))
  }

  /** Repeats a call once the product is back, if it went away meanwhile. */
  private async whenBack(once: () => Promise<Call>): Promise<Call> {
    const { product } = this.world
    for (;;) {
      await product.untilBack()
      const call = await once()
      if (!product.isAway || (call.status !== UNKNOWN && call.status < 500)) return call
    }
  }

  /** A call that must succeed; throws otherwise. */
  async must(method: string, path: string, body?: unknown, about: About = this.about): Promise<any> {
    const call = await this.call(method, path, body, about)
    if (call.status !== 200) {
      throw new Error(
        `${this.username}: ${method} ${path} → ${call.status} ${JSON.stringify(call.answer)} (${JSON.stringify(body)})`,
      )
    }
    return call.answer
  }

  /** A call that may be refused: returns its answer, or undefined. The refusal is reported. */
  async may(method: string, path: string, body?: unknown, about: About = this.about): Promise<any> {
    const call = await this.call(method, path, body, about)
    if (call.status === 200) return call.answer
    const { message, errors } = call.answer ?? {}
    const rules = errors?.map(({ field, rule, message: why }: any) => `${field}: ${rule ?? why}`).join(', ')
    this.world.books.refused(
      `${kindOf({ method, path })} ${call.status}: ${message ?? call.answer}${rules ? ` (${rules})` : ''}`,
    )
    return undefined
  }

  protected broken(promise: number, kind: string, what: string, about: About = this.about): void {
    this.world.broken(promise, kind, what, about)
  }

  /** Reads a stream, line by line, and reopens it whenever it ends. */
  protected async receive(path: string, onLine: (line: string) => void): Promise<never> {
    for (;;) {
      await pause(BETWEEN_STREAMS)
      if (this.token === undefined) continue
      try {
        const headers = { 'x-api-key': API_KEY, authorization: `Bearer ${this.token}` }
        const { body } = await fetch(`${this.world.product.address}/api${path}`, { headers })
        const lines = createInterface(Readable.fromWeb(body as ReadableStream))
        for await (const line of lines) onLine(line)
      } catch {
        // The product is away, or a leap of the clock closed the connection.
      }
    }
  }

  /** Runs work at these hours of each day, from the start, without end. */
  protected async everyDay(
    hours: readonly number[],
    work: (at: number, day: number, hour: number) => Promise<void>,
  ): Promise<never> {
    for (let day = 0; ; day++) {
      for (const hour of hours) {
        const at = this.world.moment(day, hour)
        if (at < this.world.start) continue
        await this.world.until(at)
        await work(at, day, hour)
      }
    }
  }

  private once(method: string, path: string, body: unknown, about: About, key: string): Promise<Call> {
    const headers = {
      ...{ 'x-api-key': API_KEY, authorization: `Bearer ${this.token}` },
      ...(method === 'POST' && { 'idempotency-key': key }),
    }
    return this.world.witness.call(this.username, { method, path: `/api${path}`, headers, body, about })
  }

  private async signIn(): Promise<void> {
    const basic = Buffer.from(`${this.username}:${this.password}`).toString('base64')
    const { status, answer } = await this.whenBack(() =>
      this.world.witness.call(this.username, {
        method: 'GET',
        path: '/api/authenticate/login',
        headers: { 'x-api-key': API_KEY, authorization: `Basic ${basic}` },
      }),
    )
    if (status !== 200)
      throw new Error(`${this.username} cannot sign in: ${status} ${JSON.stringify(answer)}`)
    this.token = answer.token
  }
}
