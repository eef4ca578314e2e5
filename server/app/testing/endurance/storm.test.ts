import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPostgres15 } from './postgres15.ts'
import { connectionsOf, type Storm, startStorm, stored, until } from './storm.ts'

/** Maximum duration of a call (ms), even during failures of the database. */
const MAX_CALL_MS = 20_000

describe.skipIf(!hasPostgres15)('under load', () => {
  let storm: Storm
  beforeAll(async () => {
    storm = await startStorm()
    await storm.calm()
  }, 180_000)
  afterAll(() => storm.close())
  const isNotReady = () => until('it is not ready', 15_000, async () => (await storm.readyz()) !== 200)

  test.each([0.5, 2, 5])('a database that is unreachable for %s s is found again', async (seconds) => {
    await storm.proxy.goAway()
    await pause(seconds * 1000)
    await storm.proxy.comeBack()
    await storm.calm()
  })

  test('a hanging database is waited for, and calls take no longer than necessary', async () => {
    storm.engine.freeze()
    await isNotReady()
    storm.engine.thaw()
    await storm.calm()
    expect(storm.load.slowest()).toBeLessThan(MAX_CALL_MS)
  })

  test('a connection that breaks silently is replaced', async () => {
    storm.proxy.cutSilently()
    await isNotReady()
    await storm.calm()
    expect(storm.load.slowest()).toBeLessThan(MAX_CALL_MS)
  })

  test('killed connections are reopened', async () => {
    await storm.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'ullage%'`,
    )
    await storm.calm()
  })

  test('a backup delays no one, even with late records of any month', async () => {
    const dump = storm.engine.dump()
    // It has locked every table when it first writes, and blocks while its output is not read.
    await once(dump.stdout!, 'readable')
    const { database, product, device } = storm
    const { rows } = await database.query(`select extract(epoch from date_trunc('month', now())
      - interval '24 months' + interval '1 hour')::float8 as time`)
    const response = await fetch(`${product.url}/api/uplink`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-key': device.device_key },
      body: JSON.stringify({ records: [{ time: rows[0].time, ports: [{ port: 1, value: 50 }] }] }),
    })
    expect(await response.json()).toMatchObject({ accepted: 1 })
    storm.acknowledged.add(rows[0].time * 1000)
    await storm.calm()
    expect(dump.exitCode).toBeNull()
    dump.stdout!.resume()
    expect(await once(dump, 'exit')).toEqual([0, null])
  })

  test('half a request and an unresponsive mail server delay no call', async () => {
    const sockets = await sendHalf(20)
    await hangInMail()
    await storm.calm()
    for (const socket of sockets) socket.destroy()
  })

  test('leaves nothing open, ends within ten seconds, and nothing acknowledged is lost or duplicated', async () => {
    const { database, load, descriptors } = storm
    const before = descriptors()
    await storm.proxy.goAway()
    await pause(1_000)
    await storm.proxy.comeBack()
    await storm.calm()
    await load.stop()
    await until('no more files are open than before', 20_000, () => descriptors() <= before)
    const [socket] = await sendHalf(1)
    await hangInMail()
    expect(await storm.end()).toBe(0)
    const found = await stored(database)
    expect([...storm.acknowledged].filter((time) => !found.times.has(time))).toEqual([])
    expect(found.counted).toBe(found.times.size)
    await until('all connections are gone', 5_000, async () => {
      const { listening, pooled } = await connectionsOf(database)
      return listening + pooled === 0
    })
    socket!.destroy()
  })

  /** Sends incomplete requests. */
  async function sendHalf(count: number): Promise<net.Socket[]> {
    const { port } = new URL(storm.product.url)
    return Promise.all(
      Array.from({ length: count }, async () => {
        const socket = net.connect(Number(port), '127.0.0.1')
        socket.on('error', () => {})
        await once(socket, 'connect')
        socket.write('POST /api/uplink HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n')
        socket.write('content-length: 1000\r\n\r\n{"records": [')
        return socket
      }),
    )
  }

  /** Queues a mail for a mail server that accepts the connection and never responds. */
  async function hangInMail(): Promise<void> {
    await storm.database.query(
      `insert into mails (receiver, language, subject, html, body)
       values ('somebody@example.com', 'en', 'x', 'x', 'x')`,
    )
    await until('a mail is on its way', 20_000, async () => {
      const { rows } = await storm.database.query('select from mails where leased_until > now()')
      return rows.length > 0
    })
  }
})
