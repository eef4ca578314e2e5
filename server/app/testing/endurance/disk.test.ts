import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ADMINISTRATOR, makeDevice, type Product, signIn, startProduct } from './product.ts'

const NO_ROOM = 'no room left on the disk of the database'
const MEGABYTE = 2 ** 20
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-disk-'))
/** Mounting a separate disk to fill requires root. */
const hasDisk = spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=260m', 'tmpfs', folder]).status === 0
const ballast = path.join(folder, 'ballast')
const data = path.join(folder, 'data')

afterAll(() => {
  if (hasDisk) spawnSync('/bin/umount', [folder])
  fs.rmSync(folder, { recursive: true, force: true })
})

/** Fills the disk to the last block. */
function fill(): void {
  const file = fs.openSync(ballast, 'a')
  for (let size = MEGABYTE; size >= 512; ) {
    try {
      fs.writeSync(file, Buffer.alloc(size))
    } catch {
      size /= 2
    }
  }
  fs.closeSync(file)
}

describe.skipIf(!hasDisk)('a full disk', () => {
  let product: Product
  const environment = { ...ADMINISTRATOR, DATA_DIR: data, LOG_LEVEL: 'warn' }
  beforeEach(async () => {
    product = await startProduct(environment)
  })
  afterEach(async () => {
    if (product.process.kill('SIGTERM')) await product.ended
    fs.rmSync(ballast, { force: true })
    fs.rmSync(data, { recursive: true })
  })

  test('refuses what cannot be stored, logs it, and continues when there is room', async () => {
    const call = await signIn(product)
    const device = await makeDevice(call, 'DISK-1')
    const start = Date.now() - 20 * 86_400_000
    let minute = 0
    let acknowledged = 0
    const send = async () => {
      const records = Array.from({ length: 200 }, () => ({
        time: (start + minute++ * 60_000) / 1000,
        ports: [{ port: 1, value: 50 + (minute % 10) }],
      }))
      const response = await fetch(`${product.url}/api/uplink`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-device-key': device.device_key },
        body: JSON.stringify({ records }),
      })
      if (response.ok) acknowledged += ((await response.json()) as { accepted: number }).accepted
      return response
    }
    expect((await send()).status).toBe(200)
    fill()
    let response = await send()
    for (let more = 0; more < 100 && response.ok; more++) response = await send()
    expect(response.status).toBe(503)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    await expect.poll(() => product.output(), { timeout: 15_000 }).toContain(NO_ROOM)
    expect(product.process.exitCode).toBeNull()

    fs.rmSync(ballast)
    await expect.poll(async () => (await send()).status, { timeout: 15_000 }).toBe(200)
    const { series } = await call(
      'GET',
      `/devices/${device.device_id}/battery_graph?from=${start - 1}&to=${start + 86_400_000}`,
    )
    expect(series).toBeDefined()
    const { page, device_logs } = await call('GET', `/devices/${device.device_id}/lt14_log?page_size=1000`)
    expect(page.total_records).toBe(acknowledged / 200)
    expect(device_logs.reduce((sum: number, { accepted }: { accepted: number }) => sum + accepted, 0)).toBe(
      acknowledged,
    )
    product.process.kill('SIGTERM')
    expect(await product.ended).toBe(0)
  })

  test('ends the start with a sentence, and leaves the data unchanged', async () => {
    await makeDevice(await signIn(product), 'DISK-2')
    product.process.kill('SIGTERM')
    expect(await product.ended).toBe(0)
    fill()
    const full = await startProduct(environment)
    expect(await full.ended).toBe(1)
    expect(full.output()).toContain('There is no room left on the disk of')
    expect(full.output()).not.toMatch(/^\s+at /m)
    fs.rmSync(ballast)
    product = await startProduct(environment)
    const call = await signIn(product)
    expect((await call('GET', '/devices?search=DISK-2')).page.total_records).toBe(1)
    product.process.kill('SIGTERM')
    expect(await product.ended).toBe(0)
  })
})
