import fs from 'node:fs'
import path from 'node:path'
import { compileClock } from '../scripts/clock/clock.mjs'

const NANOSECONDS = 1_000_000n

/**
 * The time of the simulation and the product. It runs at the real rate, and leaps ahead on demand: the server, its database and the
 * simulation read the same file of leaps (`scripts/clock/shiftedClock.c`).
 */
export class Clock {
  private leaps = 0
  private readonly file: number
  /** The environment variables of a process with this time. */
  readonly environment: Readonly<Record<string, string>>
  private readonly shift: number

  /** @param start the present moment, ms since 1970 */
  constructor(folder: string, start: number) {
    const name = path.join(folder, 'leaps')
    fs.writeFileSync(name, Buffer.alloc(8), { mode: 0o644 })
    this.file = fs.openSync(name, 'r+')
    this.shift = Math.round((start - Date.now()) / 1000)
    this.environment = {
      LD_PRELOAD: compileClock(),
      CLOCK_SHIFT: String(this.shift),
      CLOCK_LEAPS: name,
      TZ: 'UTC',
    }
  }

  /** Milliseconds since 1970. */
  now(): number {
    return Date.now() + this.shift * 1000 + this.leaps
  }

  /** Leaps ahead by `milliseconds`. */
  leap(milliseconds: number): void {
    this.leaps += Math.round(milliseconds)
    const bytes = Buffer.alloc(8)
    bytes.writeBigInt64LE(BigInt(this.leaps) * NANOSECONDS)
    fs.writeSync(this.file, bytes, 0, 8, 0)
  }
}
