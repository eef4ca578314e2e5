import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#server/platform/database/embeddedPostgres.ts'
import { ADMINISTRATOR, makeDevice, signIn, startProduct } from './product.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-restart-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

test('a restarted database is waited for: devices must retry, and are then accepted', async () => {
  let engine = await startEmbeddedPostgres(folder)
  const { host, password } = engine.connection
  const product = await startProduct({
    ...ADMINISTRATOR,
    DATABASE_URL: `postgres://postgres:${password}@/postgres?host=${encodeURIComponent(String(host))}`,
  })
  const call = await signIn(product)
  const device = await makeDevice(call, 'RESTART-1')
  let minute = 0
  const send = () =>
    fetch(`${product.url}/api/uplink`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-key': device.device_key },
      body: JSON.stringify({
        records: [{ time: Date.now() / 1000 - 3600 + minute++ * 60, ports: [{ port: 1, value: 50 }] }],
      }),
    })
  expect((await send()).status).toBe(200)

  await engine.stop()
  const refused = await send()
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await fetch(`${product.url}/readyz`)).status).toBe(503)
  expect((await fetch(`${product.url}/healthz`)).status).toBe(200)

  engine = await startEmbeddedPostgres(folder)
  await expect.poll(async () => (await send()).status, { timeout: 15_000 }).toBe(200)
  // It is ready once it receives notifications again, which may be a moment later.
  await expect.poll(async () => (await fetch(`${product.url}/readyz`)).status, { timeout: 15_000 }).toBe(200)
  expect((await call('GET', `/devices/${device.device_id}`)).device.ports[0].percent).toBeCloseTo(50, 1)
  product.process.kill('SIGTERM')
  expect(await product.ended).toBe(0)
  await engine.stop()
})
