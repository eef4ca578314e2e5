import { once } from 'node:events'
import net from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deviceWithTank, record } from './testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from './testing/startTestServer.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer({ METRICS_TOKEN: 'token-of-the-test' })
})
afterEach(() => server.close())

const readyz = async () => {
  const { statusCode, body } = await server.app.inject('/readyz')
  return { statusCode, ...JSON.parse(body) }
}

describe('/readyz', () => {
  test('reports the state of each part', async () => {
    expect(await readyz()).toEqual({
      statusCode: 200,
      status: 'ready',
      parts: {
        database: 'ok',
        listening: 'ok',
        queue: 'ok',
        months: 'ok',
        migrations: 'ok',
        doors: 'ok',
      },
    })
  })

  test('is not ready while notifications of other servers are not received', async () => {
    const outside = new pg.Client(server.connection)
    await outside.connect()
    const listening = `select pid from pg_stat_activity
      where application_name = 'ullage-listen' and datname = current_database()`
    await outside.query(`select pg_terminate_backend(pid) from (${listening}) l`)
    await expect.poll(async () => (await readyz()).parts.listening, { interval: 1 }).toBe('lost')
    await expect.poll(readyz).toMatchObject({ statusCode: 200 })
    await outside.end()
  })

  test('stays ready on the tables of a newer release, but not of an older one', async () => {
    await sql`insert into migrations (name, checksum)
      values ('9999_of_a_newer_release.sql', '')`.execute(server.db)
    expect(await readyz()).toMatchObject({ statusCode: 200 })
    await sql`delete from migrations where name > '0010'`.execute(server.db)
    expect(await readyz()).toMatchObject({
      statusCode: 503,
      parts: { migrations: 'of another release', database: 'ok' },
    })
  })
})

test('a call that arrives while the server stops is answered like any other', async () => {
  const own = await startTestServer()
  const socket = net.connect(own.port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text) => (answer += text))
  await once(own.app.server, 'connection')
  const stopped = own.close()
  await expect.poll(() => own.app.server.listening, { interval: 1 }).toBe(false)
  socket.write('GET /api/me HTTP/1.1\r\nhost: 127.0.0.1\r\nx-api-key: test\r\n\r\n')
  await once(socket, 'close')
  await stopped
  expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\n.*"request_id"/s)
})

describe('metrics', () => {
  const figures = async () => {
    const { body } = await server.app.inject({
      url: '/metrics',
      headers: { authorization: 'Bearer token-of-the-test' },
    })
    return (name: string) => {
      const line = body.split('\n').find((item) => item.startsWith(`${name} `))
      return line ? Number(line.slice(name.length + 1)) : undefined
    }
  }

  test('count what waits, and whether messages of other servers arrive', async () => {
    await sql`insert into mails (receiver, language, subject, html, body) values ('a@example.com', 'en', 'x', 'x', 'x')`.execute(
      server.db,
    )
    await sql`insert into events (name, payload, run_at) values
      ('reset.requested', '{"username":"x"}', now() + interval '1 hour')`.execute(server.db)
    const figure = await figures()
    expect(figure('ullage_waiting_mails')).toBe(1)
    expect(figure('ullage_waiting_events')).toBe(1)
    expect(figure('ullage_oldest_event_seconds')).toBe(0)
    expect(figure('ullage_queued_records')).toBe(0)
    expect(figure('ullage_listening')).toBe(1)
    expect(figure('ullage_database_connections{state="waiting"}')).toBe(0)
    expect(figure('ullage_database_connections{state="busy"}')).toBeGreaterThanOrEqual(0)
  })

  test('count alerts by their level, and failures', async () => {
    const device = await deviceWithTank(server)
    await device.send({ records: [record(Date.now() - 60_000, 5)] })
    await expect.poll(async () => (await figures())('ullage_alerts_opened_total{level="urgent"}')).toBe(1)
    await sql`insert into events (name, payload) values ('alert.opened', '{"alert_id":"nonsense"}')`.execute(
      server.db,
    )
    await expect
      .poll(async () => (await figures())('ullage_failed_events_total{event="alert.opened"}'))
      .toBe(1)
  })
})
