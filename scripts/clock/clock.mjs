import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root } from '../build.mjs'

/** Moments at which tests that depend on the hour, the day or the zone may fail. @type {{ at: string, zone?: string }[]} */
export const MOMENTS = [
  { at: '2026-12-08T00:05:00Z' },
  { at: '2026-12-08T06:30:00Z' },
  { at: '2026-12-08T11:59:00Z' },
  { at: '2026-12-08T23:55:00Z' },
  // Changes to and from summer time in America and in Europe.
  { at: '2027-03-14T07:30:00Z' },
  { at: '2027-03-28T00:30:00Z' },
  { at: '2027-11-07T05:30:00Z' },
  { at: '2027-10-31T00:30:00Z' },
  { at: '2028-02-29T12:00:00Z' },
  { at: '2026-12-31T23:50:00Z' },
  // A Sunday.
  { at: '2026-12-13T15:00:00Z' },
  { at: '2026-12-08T03:00:00Z', zone: 'America/Los_Angeles' },
  { at: '2026-12-08T12:30:00Z', zone: 'Pacific/Auckland' },
]

/** Signs that a test file computes with the current time. */
const USES_TIME = /Date\.now\(\)|new Date\(\)|\bnow\(\)|current_date|DAY\b|today|HOUR\b/

/** Test files of rules and server that use the time. */
export function filesThatUseTime() {
  return ['core', 'server']
    .flatMap((tier) =>
      fs.readdirSync(path.join(root, tier), { recursive: true }).map((file) => path.join(tier, file)),
    )
    .filter((file) => file.endsWith('.test.ts') && !/testing\/(endurance|cluster)\//.test(file))
    .filter((file) => USES_TIME.test(fs.readFileSync(path.join(root, file), 'utf8')))
}

/**
 * The environment of processes whose clock starts at this moment. Timers follow the real clock.
 * @param {{ at: string, zone?: string, slowness?: number }} clock `slowness`: how many times slower than the true clock it is
 * @returns {Record<string, string>}
 */
export function clockAt({ at, zone = 'UTC', slowness = 1 }) {
  const start = Math.round(Date.now() / 1000)
  return {
    LD_PRELOAD: compileClock(),
    CLOCK_SHIFT: String(Math.round(Date.parse(at) / 1000) - start),
    CLOCK_START: String(start),
    CLOCK_SLOWNESS: String(slowness),
    TZ: zone,
  }
}

/** @returns {string} the path of the library that shifts the clock of a process */
export function compileClock() {
  // The path must not contain spaces, and the database's user reads it too.
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-clock-'))
  fs.chmodSync(folder, 0o755)
  const library = path.join(folder, 'shiftedClock.so')
  const source = path.join(import.meta.dirname, 'shiftedClock.c')
  const { status, stderr } = spawnSync('gcc', ['-O2', '-shared', '-fPIC', '-o', library, source], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The shifted clock could not be compiled: ${stderr}`)
  return library
}
