// Deliberately long: one set of records is created once, and every call is tried in it for every login type.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ALL,
  holds,
  KINDS,
  mayChangeRightsOf,
  OBJECT_SCOPED_KINDS,
  type Type,
} from './testing/accessFacts.ts'
import { COMPANY, companyOf } from './testing/accounts.ts'
import { type DeviceRecords, deviceRecords } from './testing/deviceRecords.ts'
import { type Route, routeTable } from './testing/routeTable.ts'
import { type Answer, startTestServer, type TestServer } from './testing/startTestServer.ts'

/** Appears in every text that is out of reach. */
const WORD = 'zqxjkvbpwy'
const MISSING = 999_999_999
const COMPANIES = [COMPANY.own, COMPANY.distributor, COMPANY.customer, COMPANY.vendor] as const

let server: TestServer
let routes: Route[]
const seen = new Map<number, DeviceRecords>()
const unseen = new Map<number, DeviceRecords>()
const tags = new Map<number, number>()
beforeAll(async () => {
  server = await startTestServer()
  routes = routeTable(server.app)
    .filter(({ path }) => path.startsWith('/api/') && !path.startsWith('/api/docs'))
    .map(({ method, path }) => ({ method, path: path.replace('/api', '') }))
  for (const company of COMPANIES) {
    seen.set(company, await deviceRecords(server, company, 'withinreach'))
    unseen.set(company, await deviceRecords(server, company, WORD))
    const { body } = await server
      .as('administrator')
      .call('POST', '/tags', { tag: 'north', company_id: company })
    tags.set(company, body.tag.tag_id)
    await sql`insert into device_tags (device_id, tag_id)
      values (${seen.get(company)!.device_id}, ${body.tag.tag_id})`.execute(server.db)
  }
})
afterAll(() => server.close())

const ask = (type: Type, method: string, address: string, body: object = {}) =>
  server.as(type).call(method, address, method === 'GET' ? undefined : body)
const nameOf = (type: Type) => `${type.replaceAll('_', '-')}@test.example`

/** A response without the parts that differ between any two calls. */
function comparable({ status, raw }: Answer): string {
  return `${status} ${raw.replace(/"request_id":"[^"]*"/, '').replaceAll(String(MISSING), '#')}`
}

async function limit(type: Type, by: 'device' | 'tag'): Promise<void> {
  const company = companyOf(type)
  const devices = by === 'device' ? [seen.get(company)!.device_id] : []
  const some = by === 'tag' ? [tags.get(company)!] : []
  await sql`update accounts set limit_devices = ${devices}, limit_tags = ${some}
    where user_id = (select user_id from users where username = ${nameOf(type)})`.execute(server.db)
  await server.forgetRights()
}

/** The part of a path below which records that belong to devices lie. */
const baseOf = (path: string) =>
  Object.keys(seen.get(COMPANY.own)!.records).find((base) => path.startsWith(`${base}/:`))

/** Kinds by the part of a path below a record: its contacts, notes and ports. */
const BELOW: Readonly<Record<string, string>> = {
  emails: '/entity_emails',
  phones: '/entity_phones',
  addresses: '/entity_addresses',
  notes: '/notes',
}

/** The path of a call about such a record, with ids of its own sub-records. */
function addressOf(path: string, base: string, { records }: DeviceRecords, id: number): string {
  const rest = path.slice(base.length).split('/').slice(2)
  const below = rest.map((part, index) => {
    if (!part.startsWith(':')) return part
    const before = rest[index - 1] ?? ''
    if (before === 'ports') return part === ':port_number' ? '1' : String(records['/device_ports'])
    if (/graph|usage/.test(before)) return '1'
    return String(records[BELOW[before] ?? ''] ?? MISSING)
  })
  return [`${base}/${id}`, ...below].join('/')
}

/** Tags lead to devices once a user is known; one account of each company tests that. */
const LIMITED = ALL.flatMap((type) => {
  const isFirst = ALL.find((other) => companyOf(other) === companyOf(type)) === type
  return (isFirst ? (['device', 'tag'] as const) : (['device'] as const)).map((by) => [type, by] as const)
})

describe('an account that is limited', () => {
  test.each(LIMITED)(
    '%s, limited to a %s, gets the same answers about other records as if they did not exist',
    async (type, by) => {
      await limit(type, by)
      const own = seen.get(companyOf(type))!
      const other = unseen.get(companyOf(type))!
      const problems: string[] = []
      let tried = 0
      for (const { method, path } of routes) {
        const base = baseOf(path)
        if (!base) continue
        tried += 1
        const foreign = await ask(type, method, addressOf(path, base, other, other.records[base]!))
        const missing = await ask(type, method, addressOf(path, base, other, MISSING))
        if (comparable(foreign) !== comparable(missing))
          problems.push(`${method} ${path}: ${comparable(foreign).slice(0, 200)}`)
        if (foreign.status < 400) problems.push(`${method} ${path} is answered`)
      }
      expect(tried).toBeGreaterThan(150)
      for (const { method, path } of routes) {
        if (method !== 'GET' || path.includes(':') || path.includes('*')) continue
        if (path === '/live' || path.startsWith('/authenticate')) continue
        for (const query of ['page_size=1000&status=all', `search=${WORD.slice(0, 7)}`]) {
          const { raw, status } = await ask(type, method, `${path}?${query}`)
          if (raw.toLowerCase().includes(WORD)) problems.push(`GET ${path}?${query} discloses it`)
          if (status >= 500) problems.push(`GET ${path}?${query} fails`)
        }
      }
      expect(problems).toEqual([])
      for (const [base, id] of Object.entries(own.records)) {
        const fact = KINDS[OBJECT_SCOPED_KINDS.includes(base) ? '/devices' : base]!
        const mayRead = fact.types.includes(type) && holds(type, `${fact.module}.read`) && base !== '/mails'
        // A vendor sees the documents that were sent to it, which belong to another company.
        const isVendors = base === '/transaction_documents' && (type === 'vendor' || type === 'v_acct_mgr')
        const { status, raw } = await ask(type, 'GET', `${base}/${id}`)
        expect(status, `${base} ${raw}`).toBe(
          mayRead && !isVendors
            ? 200
            : isVendors || (base === '/mails' && fact.types.includes(type) && holds(type, 'work_orders.read'))
              ? 404
              : OBJECT_SCOPED_KINDS.includes(base)
                ? 404
                : 405,
        )
      }
    },
  )
})

describe('who may change whose rights', () => {
  beforeAll(async () => {
    await sql`update accounts set limit_devices = '{}', limit_tags = '{}'`.execute(server.db)
    await server.forgetRights()
  })

  test.each(ALL)('%s changes the accounts that the facts list, and no others', async (type) => {
    const { rows } = await sql<{
      user_id: number
      username: string
      company_id: number
      login_type_id: Type
    }>`
      select user_id, username, company_id, login_type_id from users where username like '%@test.example'
        and username <> 'stranger@test.example' and username !~ '^somebody'`.execute(server.db)
    const problems: string[] = []
    for (const target of rows.filter(({ login_type_id }) => ALL.includes(login_type_id))) {
      const isOwn = target.username === nameOf(type)
      const account = `/users/${target.user_id}/company/${target.company_id}`
      const may = !isOwn && mayChangeRightsOf(type, target.login_type_id, companyOf)
      const mayPermit = may && holds(type, 'permissions.update')
      const calls: [string, string, object, boolean][] = [
        ['POST', `${account}/limit_devices`, { devices: [] }, may],
        ['PATCH', `${account}/tags`, { tags: [] }, may],
        ['PATCH', `${account}/permissions`, { added: [], withdrawn: [] }, mayPermit],
        // Rights that the caller has too are let through.
        ['PATCH', `/users/${target.user_id}`, { restrict_login_location: isOwn ? 1 : 0 }, may],
      ]
      for (const [method, path, body, should] of calls) {
        const { status, raw } = await ask(type, method, path, body)
        const isRight = should ? status === 200 : [404, 405].includes(status)
        if (!isRight)
          problems.push(`${method} ${path} of ${target.login_type_id}: ${status}, ${should} ${raw}`)
      }
    }
    expect(problems).toEqual([])
  })
})
