import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ALL,
  BACK_OFFICE,
  factOf,
  holds,
  isOpenToKeys,
  isOpenToReaders,
  KINDS,
  ROUTES_OUTSIDE_API,
  SELECTABLE_BY,
  type Type,
  unknownCall,
} from './testing/accessFacts.ts'
import { moveToSeller } from './testing/accounts.ts'
import { apiKeyOf } from './testing/apiKeyOf.ts'
import { type Route, routeTable } from './testing/routeTable.ts'
import { startTestServer, type TestServer } from './testing/startTestServer.ts'
import { isTestedDaily, triedTypes } from './testing/triedTypes.ts'

/** An id that does not exist, as a caller with permission learns. */
const NOTHING = '999999999'
/** A stream does not end on its own; the live hub's tests open it. */
const STREAMS = ['GET /live']

let server: TestServer
let routes: Route[]
beforeAll(async () => {
  server = await startTestServer()
  // The facts are about clerks whose company sells; other clerks only order.
  await moveToSeller(server.db, ['csr', 'dispatcher', 'dispenser_mgr'])
  routes = routeTable(server.app)
})
afterAll(() => server.close())

const isOfApi = ({ path }: Route) => path.startsWith('/api/') && !isAround({ path })
/** The client's files exist there once it is built. */
const isFile = (path: string) =>
  path.startsWith('/assets/') ||
  /^\/help\/[\w.-]+\.webp$/.test(path) ||
  /^\/[\w-]+\.(js|svg|png|webmanifest|html)$/.test(path)
const isAround = ({ path }: { path: string }) =>
  path === '*' ||
  isFile(path) ||
  path.startsWith('/api/docs') ||
  ROUTES_OUTSIDE_API.some((item) => item.endsWith(` ${path}`))
const callsOfApi = () =>
  routes.filter(isOfApi).map(({ method, path }) => ({ method, path: path.replace('/api', '') }))
const addressOf = (path: string) => path.replace(/:[\w|:]+/g, NOTHING)
const bodyOf = (method: string) => (method === 'GET' || method === 'DELETE' ? undefined : {})

/** The expected response for a login type by the written facts: `in` is anything but a refusal of permission. */
function expected(type: Type, { method, path }: Route, granted: readonly string[] = []): 'in' | 405 {
  const fact = factOf(method, path)
  if (!fact) throw new Error(unknownCall(method, path))
  const isReader = type === 'customer_readonly'
  if (fact === 'session' && isReader && !isOpenToReaders(method, path)) return 405
  if (typeof fact === 'string') return 'in'
  const saves = !fact.permission.endsWith('.read')
  const isHeld = holds(type, fact.permission) || granted.includes(fact.permission)
  const mayAct = isHeld && fact.types.includes(type)
  return mayAct && !(saves && isReader) ? 'in' : 405
}

describe('the permission matrix', () => {
  test('holds every call of the server', () => {
    const calls = callsOfApi()
    const unknown = calls.filter(({ method, path }) => !factOf(method, path))
    expect(unknown.map(({ method, path }) => unknownCall(method, path)).join('\n')).toBe('')
  })

  test('lists the paths that are reachable outside the API', () => {
    const outside = routes.filter((route) => !isOfApi(route) && !isAround(route))
    expect(outside.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  test.skipIf(isTestedDaily)('without a session only public routes respond', async () => {
    for (const { method, path } of callsOfApi()) {
      const { status } = await server.as(null).call(method, addressOf(path), bodyOf(method))
      const fact = factOf(method, path)
      if (fact === 'public') expect(status, `${method} ${path}`).not.toBeOneOf([403, 405, 500])
      else expect(status, `${method} ${path}`).toBe(fact === 'device' ? 401 : 403)
    }
  })

  test.each(triedTypes(ALL))('%s may do what the facts list, and nothing else', async (type) => {
    const problems: string[] = []
    for (const route of callsOfApi()) {
      const { method, path } = route
      if (STREAMS.includes(`${method} ${path}`) || factOf(method, path) === 'device') continue
      const { status } = await server.as(type).call(method, addressOf(path), bodyOf(method))
      const should = expected(type, route)
      const isRight = should === 405 ? status === 405 : status < 500 && status !== 403 && status !== 405
      if (!isRight) problems.push(`${method} ${path}: ${status}, should be ${should}`)
      // Some calls end their own session; a refused one has ended nothing.
      if (status < 400) await reviveSessions()
    }
    expect(problems).toEqual([])
  })

  test.each(triedTypes(ALL))(
    'an API key of %s may do what its account and its scope allow, and nothing else',
    async (type) => {
      const scopes = [
        { is: 'every module', key: await apiKeyOf(server.db, type), isIn: () => true },
        {
          is: 'devices to read',
          key: await apiKeyOf(server.db, type, { reads: ['devices'], writes: [] }),
          isIn: (fact: unknown, path: string) =>
            typeof fact !== 'object' ||
            // Gate codes also take the permission to change customers, or to deliver.
            ((fact as { permission: string }).permission === 'devices.read' && !path.endsWith('/reveal')),
        },
      ]
      const problems: string[] = []
      for (const { is, key, isIn } of scopes) {
        for (const route of callsOfApi()) {
          const { method, path } = route
          const fact = factOf(method, path)
          if (STREAMS.includes(`${method} ${path}`) || fact === 'device' || fact === 'public') continue
          const headers = { authorization: `Bearer ${key}`, 'x-api-key': '' }
          const { status } = await server.as(null).call(method, addressOf(path), bodyOf(method), headers)
          const isWrite = method !== 'GET' && fact === 'session'
          const isReader = is === 'devices to read' || type === 'customer_readonly'
          const isOpen = isOpenToKeys(method, path) && isIn(fact, path) && !(isWrite && isReader)
          const should = isOpen ? expected(type, route) : 405
          const isRight = should === 405 ? status === 405 : status < 500 && ![401, 403, 405].includes(status)
          if (!isRight) problems.push(`${is}: ${method} ${path}: ${status}, should be ${should}`)
        }
      }
      expect(problems).toEqual([])
    },
  )

  test.skipIf(isTestedDaily).each([
    ['distributor', 0],
    ['distributor', 1],
    ['d_acct_mgr', 0],
    ['d_acct_mgr', 1],
  ] as const)(
    '%s holds the back office, and it counts only where the setting is on: %s',
    async (type, setting) => {
      const held = BACK_OFFICE.flatMap((module) =>
        ['read', 'create', 'update', 'delete'].map((action) => `${module}.${action}`),
      )
      const turn = (distributors_back_office: number) =>
        server.as('administrator').call('PATCH', '/settings', { distributors_back_office })
      await sql`update accounts set added_permissions = ${held} where login_type_id = ${type}`.execute(
        server.db,
      )
      await turn(1 - setting)
      await turn(setting)
      const problems: string[] = []
      for (const route of callsOfApi()) {
        const { method, path } = route
        if (STREAMS.includes(`${method} ${path}`) || factOf(method, path) === 'device') continue
        if (path.startsWith('/authenticate') || path.startsWith('/me')) continue
        const { status } = await server.as(type).call(method, addressOf(path), bodyOf(method))
        const should = expected(type, route, setting === 1 ? held : [])
        const isRight = should === 405 ? status === 405 : status < 500 && status !== 403 && status !== 405
        if (!isRight) problems.push(`${method} ${path}: ${status}, should be ${should}`)
        if (status < 400) await reviveSessions()
      }
      await sql`update accounts set added_permissions = '{}' where login_type_id = ${type}`.execute(server.db)
      await turn(1)
      await turn(0)
      expect(problems).toEqual([])
    },
  )

  test('options are open to forms that choose from them: settings to all, others to users who write a record that names them', async () => {
    for (const [path, { module, types, of, write }] of Object.entries(KINDS)) {
      if (!routes.some((route) => route.path === `/api${path}`)) continue
      for (const type of triedTypes(ALL)) {
        // Notifications that staff prepare are not options.
        const isList = path !== '/notifications'
        const isOpen = isList && of === 'all' && module === 'configuration' && write === module
        const mayRead = types.includes(type) && holds(type, `${module}.read`)
        const { status } = await server.as(type).call('GET', `${path}?options=1`)
        const mayChoose = (SELECTABLE_BY[path] ?? []).includes(type)
        expect(status, `${type} ${path}`).toBe(isOpen || mayRead || mayChoose ? 200 : 405)
      }
    }
  })
})

async function reviveSessions(): Promise<void> {
  await sql`update sessions set revoked_at = null where revoked_at is not null`.execute(server.db)
}
