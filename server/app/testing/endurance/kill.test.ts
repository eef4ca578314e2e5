import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { ADMINISTRATOR, freePort, makeDevice, type Product, signIn, startProduct } from './product.ts'

const ROUNDS = 20
const SENDERS = 6
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-kill-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

test('acknowledged uplinks survive twenty kill -9 under load, once each', async () => {
  const environment = { ...ADMINISTRATOR, DATA_DIR: folder, PORT: String(await freePort()) }
  let product = await startProduct(environment)
  const device = await makeDevice(await signIn(product), 'KILL-1')
  const start = Math.floor(Date.now() / 60_000) * 60_000 - 20 * 86_400_000
  const acknowledged = new Set<number>()
  let next = 0

  for (let round = 0; round < ROUNDS; round++) {
    const load = sendUntilItBreaks(product, device.device_key, () => start + next++ * 60_000, acknowledged)
    await pause(150 + ((round * 97) % 350))
    product.process.kill('SIGKILL')
    await product.ended
    await load
    product = await startProduct(environment)
    expect(product.process.exitCode, product.output()).toBeNull()
  }

  const found = await storedIn(folder)
  product.process.kill('SIGTERM')
  expect(await product.ended).toBe(0)
  expect(acknowledged.size).toBeGreaterThan(ROUNDS)
  const missing = [...acknowledged].filter((time) => !found.times.has(time))
  expect(missing).toEqual([])
  expect(found.counted).toBe(found.times.size)
})

/** Runs devices that send one record after the other, each until the connection breaks. */
async function sendUntilItBreaks(
  { url }: Product,
  key: string,
  nextTime: () => number,
  acknowledged: Set<number>,
): Promise<void> {
  const send = async () => {
    for (;;) {
      const time = nextTime()
      const body = JSON.stringify({
        records: [
          { time: time / 1000, ports: [{ port: 1, value: 50 + (Math.round(time / 60_000) % 10) / 10 }] },
        ],
      })
      const response = await fetch(`${url}/api/uplink`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-device-key': key },
        body,
      })
      if (response.ok && ((await response.json()) as { accepted: number }).accepted === 1)
        acknowledged.add(time)
    }
  }
  await Promise.allSettled(Array.from({ length: SENDERS }, send))
}

/** The times of the stored readings, and the number that the hourly roll-ups counted: equal if none is duplicated. */
async function storedIn(data: string): Promise<{ times: Set<number>; counted: number }> {
  const password = fs.readFileSync(path.join(data, 'database.password'), 'utf8')
  const client = new pg.Client({
    host: path.join(data, 'run'),
    user: 'postgres',
    database: 'postgres',
    password,
  })
  await client.connect()
  const readings = await client.query(
    'select extract(epoch from at)::float8 * 1000 as time, quality from readings',
  )
  const hours = await client.query('select sum(count)::int as count from readings_hourly')
  await client.end()
  expect(readings.rows.every(({ quality }) => quality === 0)).toBe(true)
  return { times: new Set(readings.rows.map(({ time }) => Math.round(time))), counted: hours.rows[0].count }
}
