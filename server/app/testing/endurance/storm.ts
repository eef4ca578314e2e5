import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect } from 'vitest'
import { type DatabaseProxy, startProxy } from '../startProxy.ts'
import { type Postgres15, startPostgres15 } from './postgres15.ts'
import { ADMINISTRATOR, makeDevice, type Product, signIn, startProduct } from './product.ts'

const POOL = 6
const SENDERS = 6
const READERS = 2
export const TOKEN = 'metrics-of-the-storm'
/** Deadlines (ms): ready again once the database is back, and ended. */
const READY_WITHIN_MS = 5_000
const ENDED_WITHIN_MS = 10_000

export interface Storm {
  product: Product
  engine: Postgres15
  proxy: DatabaseProxy
  /** A connection to the database that bypasses the failures. */
  database: pg.Client
  device: { device_id: number; device_key: string }
  /** The times of the acknowledged records. */
  acknowledged: Set<number>
  load: Load
  readyz: () => Promise<number>
  /** Waits until the product is ready, records are accepted, and one connection listens. */
  calm: () => Promise<void>
  /** The number of open file descriptors of the product's process. */
  descriptors: () => number
  /** Ends the product like a service manager. @returns its exit code, or "late". */
  end: () => Promise<number | string | null>
  close: () => Promise<void>
}

interface Load {
  /** The duration of the slowest call so far (ms). */
  slowest: () => number
  /** Resets the measurement. */
  forget: () => void
  stop: () => Promise<void>
}

/** Starts the product under load on a PostgreSQL 15 behind a proxy that can fail, with a mail server that never responds. */
export async function startStorm(): Promise<Storm> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-storm-'))
  const engine = await startPostgres15(folder)
  const proxy = await startProxy(engine.connection)
  const database = new pg.Client(engine.connection)
  await database.connect()
  const silentPost = net.createServer(() => {})
  await new Promise<void>((resolve) => silentPost.listen(0, '127.0.0.1', () => resolve()))
  const product = await startProduct({
    ...ADMINISTRATOR,
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: `postgres://postgres@127.0.0.1:${proxy.port}/postgres`,
    DATABASE_POOL: String(POOL),
    SMTP_URL: `smtp://127.0.0.1:${(silentPost.address() as net.AddressInfo).port}`,
    METRICS_TOKEN: TOKEN,
    SEAL_KEY: Buffer.alloc(32).toString('base64'),
  })
  expect(product.process.exitCode, product.output()).toBeNull()
  const call = await signIn(product)
  const device = await makeDevice(call, 'STORM-1')
  const acknowledged = new Set<number>()
  const load = startLoad(product, device.device_key, call, acknowledged)
  const readyz = () =>
    fetch(`${product.url}/readyz`, { signal: AbortSignal.timeout(READY_WITHIN_MS) }).then(
      ({ status }) => status,
      () => 0,
    )
  const calm = async () => {
    await until('it is ready', READY_WITHIN_MS, async () => (await readyz()) === 200)
    const before = acknowledged.size
    await until('records are taken', 10_000, () => acknowledged.size > before + SENDERS)
    await until('one connection listens', 10_000, async () => (await connectionsOf(database)).listening === 1)
    expect((await connectionsOf(database)).pooled).toBeLessThanOrEqual(POOL)
  }
  return {
    product,
    engine,
    proxy,
    database,
    device,
    acknowledged,
    load,
    readyz,
    calm,
    descriptors: () => fs.readdirSync(`/proc/${product.process.pid}/fd`).length,
    end: async () => {
      product.process.kill('SIGTERM')
      return Promise.race([product.ended, pause(ENDED_WITHIN_MS, 'late')])
    },
    close: async () => {
      await load.stop()
      product.process.kill('SIGKILL')
      await product.ended
      await database.end()
      await proxy.close()
      silentPost.close()
      await engine.stop()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until a condition holds. @throws Error that names the condition, after `milliseconds`. */
export async function until(
  what: string,
  milliseconds: number,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  const end = Date.now() + milliseconds
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Not within ${milliseconds} ms: ${what}`)
    await pause(50)
  }
}

/** The product's connections, as the database counts them. */
export async function connectionsOf(database: pg.Client): Promise<{ listening: number; pooled: number }> {
  const { rows } = await database.query(
    `select count(*) filter (where application_name = 'ullage-listen')::int as listening,
       count(*) filter (where application_name = 'ullage')::int as pooled from pg_stat_activity`,
  )
  return rows[0]
}

/** Runs devices that send one record after the other, and users who read lists, until it is stopped. */
function startLoad(
  { url }: Product,
  key: string,
  call: Awaited<ReturnType<typeof signIn>>,
  acknowledged: Set<number>,
): Load {
  const start = Math.floor(Date.now() / 60_000) * 60_000 - 300 * 86_400_000
  let minute = 0
  let over = false
  let slowest = 0
  const timed = async (work: () => Promise<unknown>) => {
    const startedAt = performance.now()
    // A device that must retry, and a user who sees an error, try again a little later.
    if ((await work().catch(() => false)) === false) await pause(100)
    slowest = Math.max(slowest, performance.now() - startedAt)
  }
  const send = async () => {
    const time = start + minute++ * 60_000
    const body = JSON.stringify({ records: [{ time: time / 1000, ports: [{ port: 1, value: 50 }] }] })
    // Unacknowledged batches are resent until they are acknowledged.
    for (let isDone = false; !isDone && !over; ) {
      await timed(async () => {
        const response = await fetch(`${url}/api/uplink`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-device-key': key },
          body,
        })
        await response.arrayBuffer()
        isDone = response.ok
        if (response.ok) acknowledged.add(time)
        return response.ok
      })
    }
  }
  const look = () => timed(async () => (await call('GET', '/devices')).code === 200)
  const again = async (work: () => Promise<void>) => {
    while (!over) await work()
  }
  const all = [
    ...Array.from({ length: SENDERS }, () => again(send)),
    ...Array.from({ length: READERS }, () => again(look)),
  ]
  return {
    slowest: () => slowest,
    forget: () => {
      slowest = 0
    },
    stop: async () => {
      over = true
      await Promise.all(all)
    },
  }
}

/** The stored times, and the number of readings that the hours counted; equal if none is duplicated. */
export async function stored(database: pg.Client): Promise<{ times: Set<number>; counted: number }> {
  const readings = await database.query(
    `select (extract(epoch from at) * 1000)::float8 as time from readings`,
  )
  const hours = await database.query('select coalesce(sum(count), 0)::int as count from readings_hourly')
  return {
    times: new Set(readings.rows.map(({ time }) => Math.round(time))),
    counted: hours.rows[0].count,
  }
}
