import fs from 'node:fs'
import path from 'node:path'
import { compileClock } from '../scripts/clock/clock.mjs'

const NANOSECONDS = 1_000_000n

/**
 * The time in which the world and the product live. It runs at its true rate, and leaps ahead when the world says so: the server, its
 * database and the world read the same file of leaps (`scripts/clock/shiftedClock.c`).
 */
export class Clock {
  private leaps = 0
  private readonly file: number
  /** What a process needs to live in this time. */
  readonly environment: Readonly<Record<string, string>>
  private readonly shift: number

  /** @param start the moment that it is now, ms since 1970 */
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

  /** Leaps ahead by so many ms. */
  leap(milliseconds: number): void {
    this.leaps += Math.round(milliseconds)
    const bytes = Buffer.alloc(8)
    bytes.writeBigInt64LE(BigInt(this.leaps) * NANOSECONDS)
    fs.writeSync(this.file, bytes, 0, 8, 0)
  }
}
