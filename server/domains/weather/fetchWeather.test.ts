import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { deviceWithTank } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { fetchWeather } from './fetchWeather.ts'
import { readWeather } from './readWeather.ts'

const HOUR = 3_600_000
const CHICAGO = { latitude: '41.878100', longitude: '-87.629800' }
const FIJI = { latitude: '-17.700000', longitude: '179.950000' }
const SEA = { latitude: '0.000000', longitude: '-30.000000' }

/** A provider on this machine with an Open-Meteo API; each test sets its responses. */
let provider: Server
let requests: URL[]
let answer: (url: URL) => { status?: number; body: string }
let server: TestServer

const daysOf = (means: (number | null)[]) => ({
  daily: { time: means.map((_, i) => `2026-11-${20 + i}`), temperature_2m_mean: means },
})
/** One response per place requested, with its index as its first mean. */
const good = (url: URL) => {
  const places = url.searchParams
    .get('latitude')!
    .split(',')
    .map((_, i) => daysOf([i, 2.5, null]))
  return { body: JSON.stringify(places.length === 1 ? places[0] : places) }
}

beforeAll(async () => {
  server = await startTestServer()
  provider = createServer((request, reply) => {
    const url = new URL(request.url!, 'http://here')
    requests.push(url)
    const { status = 200, body } = answer(url)
    reply.writeHead(status).end(body)
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  provider.closeAllConnections()
  provider.close()
  await server.close()
})
const settle = (values: object) => server.as('administrator').call('PATCH', '/settings', values)
beforeEach(async () => {
  requests = []
  answer = good
  const weather_url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1/forecast?apikey=own`
  expect((await settle({ weather_url, weather_private: 1 })).status).toBe(200)
})
afterEach(async () => {
  await sql`truncate weather_days, weather_cells`.execute(server.db)
  await sql`update devices set status = 'retired'`.execute(server.db)
})

const fetchAt = (time: number) =>
  fetchWeather({ actor: systemActor, db: server.db, now: new Date(time), encryptor: server.encryptor })
const meansOf = async ({ device_id }: { device_id: number }) => {
  const days = { since: '2026-11-01', today: '2026-11-21' }
  return (await readWeather(server.db, [device_id], days)).get(device_id)?.known
}
const NOW = Date.parse('2026-11-21T12:00:00Z')

test('tanks near each other are requested once, in one call, and again after six hours', async () => {
  const one = await deviceWithTank(server, { device: CHICAGO })
  const near = await deviceWithTank(server, { device: { ...CHICAGO, latitude: '41.900000' } })
  const fiji = await deviceWithTank(server, { device: FIJI })
  const nowhere = await deviceWithTank(server, { device: { latitude: null, longitude: null } })
  await fetchAt(NOW)
  expect(requests).toHaveLength(1)
  const query = Object.fromEntries(requests[0]!.searchParams)
  expect(query).toMatchObject({ apikey: 'own', daily: 'temperature_2m_mean', timezone: 'auto' })
  expect(new Set(query['latitude']!.split(','))).toEqual(new Set(['42', '-17.75']))
  expect(new Set(query['longitude']!.split(','))).toEqual(new Set(['-87.75', '-180']))
  const known = await meansOf(one)
  expect(known).toEqual([
    { date: '2026-11-20', mean: expect.any(Number) },
    { date: '2026-11-21', mean: 2.5 },
  ])
  expect(await meansOf(near)).toEqual(known)
  expect(await meansOf(fiji)).toHaveLength(2)
  expect(await meansOf(nowhere)).toBeUndefined()
  await fetchAt(NOW + 5 * HOUR)
  expect(requests).toHaveLength(1)
  answer = () => ({ body: JSON.stringify([daysOf([9]), daysOf([9])]) })
  await fetchAt(NOW + 7 * HOUR)
  expect(requests).toHaveLength(2)
  expect((await meansOf(one))![0]).toEqual({ date: '2026-11-20', mean: 9 })
})

test.each([
  ['is down', { status: 503, body: 'later' }],
  ['answers nonsense', { body: '<html>' }],
  ['answers too many places', { body: JSON.stringify([daysOf([1]), daysOf([1]), daysOf([1])]) }],
  ['answers what cannot be', { body: JSON.stringify(daysOf([300])) }],
])('a provider that %s changes nothing, and is called again half an hour later', async (_, problem) => {
  const device = await deviceWithTank(server, { device: SEA })
  await fetchAt(NOW)
  const before = await meansOf(device)
  expect(before).toHaveLength(2)
  answer = () => problem
  await fetchAt(NOW + 7 * HOUR)
  expect(await meansOf(device)).toEqual(before)
  answer = good
  await fetchAt(NOW + 7 * HOUR + 20 * 60_000)
  expect(requests).toHaveLength(2)
  await fetchAt(NOW + 7 * HOUR + 31 * 60_000)
  expect(requests).toHaveLength(3)
})

test('no provider is called without an address, and a local one only if that is allowed', async () => {
  await deviceWithTank(server, { device: CHICAGO })
  await settle({ weather_private: 0 })
  await fetchAt(NOW)
  expect(requests).toHaveLength(0)
  const { rows } = await sql<{ fault: string }>`select fault from weather_cells`.execute(server.db)
  expect(rows[0]!.fault).toContain('private network')
  await settle({ weather_url: null })
  await fetchAt(NOW + HOUR)
  expect(requests).toHaveLength(0)
})
