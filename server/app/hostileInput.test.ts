import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTurn } from '../../scripts/turns.mjs'
import { tokenOf } from './testing/accounts.ts'
import { type Route, routeTable } from './testing/routeTable.ts'
import { startTestServer, type TestServer } from './testing/startTestServer.ts'

let server: TestServer
let routes: Route[]
beforeAll(async () => {
  server = await startTestServer()
  routes = routeTable(server.app).filter(({ path }) => path.startsWith('/api/') && !path.includes('*'))
})
afterAll(() => server.close())

/** Names that every object inherits, as members of a body and of nested values. */
const INHERITED = ['constructor', '__proto__', 'toString'].flatMap((name) => [
  `{"${name}":{"${name}":1}}`,
  `{"${name}":[1],"details":[{"${name}":1}],"events":[{"kind":"${name}","body":{"${name}":1}}],"ids":["${name}"]}`,
])
const BODIES: readonly [type: string, body: string][] = [
  ...INHERITED.map((body) => ['application/json', body] as [string, string]),
  ['multipart/form-data', 'nothing'],
  ['multipart/form-data; boundary=', 'nothing'],
  ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data\r\n\r\n1'],
  ['application/x-www-form-urlencoded', 'constructor=1&__proto__=2'],
]

const send = async (
  method: string,
  path: string,
  token: string | null,
  [type, body]: (typeof BODIES)[number],
) =>
  (
    await server.app.inject({
      method: method as 'POST',
      url: path.replace(/:\w+(\|:\w+)*/g, '1'),
      headers: {
        'x-api-key': 'ullage-web',
        'content-type': type,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      payload: body,
    })
  ).statusCode

test.each(['developer', null] as const)(
  'a body of any type or content is refused by %s without failing',
  async (who) => {
    const failed: string[] = []
    for (const { method, path } of routes) {
      if (method === 'GET' || path.endsWith('/authenticate/logout')) continue
      for (const body of BODIES) {
        const status = await send(method, path, who && tokenOf(who), body)
        if (status >= 500) failed.push(`${method} ${path} ${body.join(': ')}: ${status}`)
      }
    }
    expect(failed).toEqual([])
  },
)

test('a query with such names is refused and does not fail', async () => {
  const failed: string[] = []
  for (const { method, path } of inTurn(routes)) {
    if (method !== 'GET' || path.endsWith('/live')) continue
    for (const query of [
      'constructor=1',
      '__proto__=1',
      '__proto__[a]=1',
      'sort=constructor',
      'fields=__proto__',
      'filter=constructor',
      'before=2026-02-30T00:00:00.000000Z%20order:1',
      'day=9999-12-31',
      'from=2026-02-30&to=9999-12-31',
      'start_date=9999-12-31&end_date=0000-01-01',
    ]) {
      const { status } = await server
        .as('developer')
        .call('GET', `${path.replace('/api', '').replace(/:\w+(\|:\w+)*/g, '1')}?${query}`)
      if (status >= 500) failed.push(`${method} ${path} ${query}: ${status}`)
    }
  }
  expect(failed).toEqual([])
})
