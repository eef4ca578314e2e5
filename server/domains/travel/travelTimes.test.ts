import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTravelTimes } from './travelTimes.ts'

const OMAHA = { latitude: 41.2565, longitude: -95.9345 }
const LINCOLN = { latitude: 40.8136, longitude: -96.7026 }
const ISLAND = { latitude: 0, longitude: -30 }

/** An OSRM server on this machine: 600 s and 10,000 m for every pair, but no road to the island. */
let provider: Server
let requests: URL[]
let answer: (url: URL) => { status?: number; body: string; isCutShort?: boolean } | 'nothing' | 'later'
const problems: unknown[] = []
/** Answers held back. */
let held: (() => void)[]

const listOf = (url: URL, name: string) => url.searchParams.get(name)!.split(';').map(Number)
const table = (url: URL) => {
  const places = url.pathname.split('/').at(-1)!.split(';')
  const ways = (of: number) =>
    listOf(url, 'sources').map((from) =>
      listOf(url, 'destinations').map((to) => {
        const isIsland = [from, to].some((at) => places[at] === '-30.00000,0.00000')
        return places[from] === places[to] ? 0 : isIsland ? null : of
      }),
    )
  return { body: JSON.stringify({ code: 'Ok', durations: ways(600), distances: ways(10_000) }) }
}

beforeAll(async () => {
  provider = createServer((request, reply) => {
    const url = new URL(request.url!, 'http://here')
    requests.push(url)
    const answered = answer(url)
    if (answered === 'nothing') return
    if (answered === 'later') return void held.push(() => reply.end(table(url).body))
    const { status = 200, body, isCutShort } = answered
    reply.writeHead(status, { location: '/elsewhere' })
    if (isCutShort) reply.write(body.slice(0, body.length / 2))
    else reply.end(body)
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  provider.closeAllConnections()
  provider.close()
})
beforeEach(() => {
  requests = []
  held = []
  problems.length = 0
  answer = table
})
const open = (more: object = {}) =>
  openTravelTimes({
    url: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/osrm/`,
    isPrivateAllowed: true,
    speed: 60,
    log: { warn: (error: unknown) => void problems.push(error) } as never,
    ...more,
  })

test('travel is estimated along the great circle without a provider', async () => {
  const { matrix, source } = await open({ url: undefined })([OMAHA, LINCOLN])
  expect(source).toBe('estimate')
  // 81.2 km along the great circle.
  expect(matrix.metres[1]! / 1000).toBeCloseTo(105.6, 0)
  expect(matrix.seconds[1]).toBeCloseTo((matrix.metres[1]! / 60_000) * 3600, 6)
  expect([matrix.metres[0], matrix.metres[3]]).toEqual([0, 0])
  expect(requests).toEqual([])
})

test('a provider is called with the OSRM API, once for the same places', async () => {
  const travel = open()
  const { matrix, source } = await travel([OMAHA, LINCOLN])
  expect(source).toBe('roads')
  expect([...matrix.seconds]).toEqual([0, 600, 600, 0])
  expect([...matrix.metres]).toEqual([0, 10_000, 10_000, 0])
  expect(requests).toHaveLength(1)
  expect(requests[0]!.pathname).toMatch(
    /^\/osrm\/table\/v1\/driving\/-95\.93450,41\.25650;-96\.70260,40\.81360;/,
  )
  expect(Object.fromEntries(requests[0]!.searchParams)).toEqual({
    annotations: 'duration,distance',
    sources: '0;1',
    destinations: '2;3',
  })
  await travel([LINCOLN, OMAHA])
  expect(requests).toHaveLength(1)
})

test('many places are requested in blocks that a provider accepts', async () => {
  const places = Array.from({ length: 60 }, (_, index) => ({ latitude: 40 + index / 100, longitude: -96 }))
  const { matrix } = await open()(places)
  expect(requests).toHaveLength(4)
  for (const url of requests) expect(url.pathname.split(';').length).toBeLessThanOrEqual(100)
  expect(matrix.seconds.filter((seconds) => seconds === 600)).toHaveLength(60 * 59)
})

test('a place that no road reaches keeps its estimate', async () => {
  const { matrix, source } = await open()([OMAHA, LINCOLN, ISLAND])
  expect(source).toBe('roads')
  expect(matrix.seconds[1]).toBe(600)
  expect(matrix.metres[2]).toBeGreaterThan(5_000_000)
})

test.each([
  ['is down', { status: 503, body: 'later' }],
  ['sends elsewhere', { status: 302, body: '' }],
  ['answers nonsense', { body: '<html>' }],
  ['knows no way', { body: JSON.stringify({ code: 'NoTable' }) }],
  [
    'answers a table of another size',
    { body: JSON.stringify({ code: 'Ok', durations: [[0]], distances: [[0]] }) },
  ],
  ['answers what cannot be', { body: JSON.stringify({ code: 'Ok', durations: [[-1]], distances: [[0]] }) }],
])('a provider that %s is logged as failed, and travel is estimated', async (_, error) => {
  answer = () => error
  const travel = open()
  const { matrix, source } = await travel([OMAHA, LINCOLN])
  expect(source).toBe('estimate')
  expect(matrix.metres[1]! / 1000).toBeCloseTo(105.6, 0)
  expect(problems).toHaveLength(1)
  // It is not called again for a while.
  await travel([OMAHA, LINCOLN])
  expect(requests).toHaveLength(1)
})

test('a private address is called only if that is allowed', async () => {
  expect((await open({ isPrivateAllowed: false })([OMAHA, LINCOLN])).source).toBe('estimate')
  expect(requests).toEqual([])
  expect(problems).toEqual([{ fault: expect.stringContaining('private network') }])
})

const LINE = [
  [-95.9345, 41.2565],
  [-96.1, 41.1],
  [-96.7026, 40.8136],
]
const routeResponse = (more: object = {}) => ({
  body: JSON.stringify({
    code: 'Ok',
    routes: [
      {
        geometry: { type: 'LineString', coordinates: LINE },
        legs: [{ distance: 84_123.4, duration: 3_120.6 }],
        ...more,
      },
    ],
  }),
})

test('the route along roads is requested with the OSRM API, once for the same places', async () => {
  answer = () => routeResponse()
  const travel = open()
  const way = { line: LINE, legs: [{ meters: 84_123, seconds: 3_121 }] }
  expect(await travel.way([OMAHA, LINCOLN])).toEqual(way)
  expect(await travel.way([OMAHA, LINCOLN])).toEqual(way)
  expect(requests.map(({ pathname, search }) => pathname + search)).toEqual([
    '/osrm/route/v1/driving/-95.93450,41.25650;-96.70260,40.81360?overview=simplified&geometries=geojson&steps=false',
  ])
  expect(await travel.way([OMAHA])).toBeNull()
  expect(await open({ url: undefined }).way([OMAHA, LINCOLN])).toBeNull()
  expect(requests).toHaveLength(1)
})

test.each([
  ['is down', { status: 503, body: 'later' }],
  ['sends elsewhere', { status: 302, body: '' }],
  ['answers nonsense', { body: '<html>' }],
  ['answers another number of legs', routeResponse({ legs: [] })],
  [
    'answers places that cannot be',
    routeResponse({
      geometry: {
        type: 'LineString',
        coordinates: [
          [400, 0],
          [0, 0],
        ],
      },
    }),
  ],
  ['answers a line in another form', routeResponse({ geometry: 'ki{eFvqfiVsqFdqH' })],
])('no route is drawn if the provider %s, and it is not called again for a while', async (_, error) => {
  answer = () => error
  const travel = open()
  expect(await travel.way([OMAHA, LINCOLN])).toBeNull()
  expect(await travel.way([LINCOLN, OMAHA])).toBeNull()
  expect((await travel([OMAHA, LINCOLN])).source).toBe('estimate')
  expect([requests.length, problems.length]).toEqual([1, 1])
})

test('places that no road reaches are not a failure of the provider: other routes are still requested', async () => {
  answer = (url) =>
    url.pathname.includes('-30.00000')
      ? { status: 400, body: JSON.stringify({ code: 'NoRoute' }) }
      : routeResponse()
  const travel = open()
  expect(await travel.way([OMAHA, ISLAND])).toBeNull()
  expect(await travel.way([OMAHA, ISLAND])).toBeNull()
  expect(await travel.way([OMAHA, LINCOLN])).not.toBeNull()
  expect(requests).toHaveLength(2)
})

test.each([
  ['never answers', 'nothing' as const],
  ['begins to answer and never ends', { ...routeResponse(), isCutShort: true }],
])('a provider that %s is waited for no longer than it may take', async (_, hanging) => {
  answer = () => hanging
  const travel = open({ timeout: 150 })
  const began = performance.now()
  expect(await Promise.all([travel.way([OMAHA, LINCOLN]), travel.way([LINCOLN, OMAHA])])).toEqual([
    null,
    null,
  ])
  expect((await travel([OMAHA, LINCOLN])).source).toBe('estimate')
  expect(performance.now() - began).toBeLessThan(5000)
  expect(problems).toEqual([{ fault: expect.any(String) }, { fault: expect.any(String) }])
  // It is not called again from then on.
  expect(requests).toHaveLength(2)
})

const LONG = { timeout: 30_000 }

test('a caller with limited patience gets an estimate, does not repeat the request, and has its response the next time', async () => {
  answer = () => 'later'
  const travel = open()
  expect((await travel([OMAHA, LINCOLN], 20)).source).toBe('estimate')
  // While the response is pending, no one else waits, for these or other places.
  expect((await travel([OMAHA, LINCOLN], 60_000)).source).toBe('estimate')
  expect((await travel([OMAHA, ISLAND], 60_000)).source).toBe('estimate')
  // Its request may still be on the way.
  await expect.poll(() => requests.length, LONG).toBe(1)
  held[0]!()
  await expect.poll(async () => (await travel([OMAHA, LINCOLN], 60_000)).source, LONG).toBe('roads')
  expect(requests).toHaveLength(1)
  expect(problems).toEqual([])
  // A caller without a limit still waits as long as it takes.
  answer = () => 'nothing'
  expect((await travel([LINCOLN, ISLAND], 20)).source).toBe('estimate')
  answer = table
  expect((await travel([OMAHA, LINCOLN], 20)).source).toBe('roads')
  expect((await travel([OMAHA, ISLAND])).source).toBe('roads')
})
