// Deliberately long: one set of foreign records is created once, and every way to them is tried there.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORGANISATION_TYPE } from '#core/domains/companies/companyFields.ts'
import { registry } from '#core/registry.ts'
import { hasCall, pathOf, type Resource, writableFields } from '#core/resources/definition.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'
import { ALL, CALLS, holds, KINDS, nameless, OBJECT_SCOPED_KINDS, type Type } from './testing/accessFacts.ts'
import { COMPANY } from './testing/accounts.ts'
import { exampleOf } from './testing/examples.ts'
import { type Route, routeTable } from './testing/routeTable.ts'
import { CANARY, OWNED, seedRecords } from './testing/seedRecords.ts'
import { type Answer, startTestServer, type TestServer } from './testing/startTestServer.ts'

/** How the companies of the tests relate to each other is documented at `COMPANY`. */
const OWNERS = [
  COMPANY.distributor,
  COMPANY.customer,
  COMPANY.branch,
  COMPANY.stranger,
  COMPANY.vendor,
] as const
const STAFF = ['employee', 'customer_support', 'administrator', 'developer']
const OUTSIDERS = ALL.filter((type) => !STAFF.includes(type))
const MISSING = 999_999_999

/** The companies that an account of the tests reaches, by the written rules. */
function reachOf(type: Type): readonly number[] {
  if (STAFF.includes(type)) return OWNERS
  if (type === 'vendor' || type === 'v_acct_mgr') return [COMPANY.vendor]
  const below = [COMPANY.customer, COMPANY.branch]
  return type === 'distributor' || type === 'd_acct_mgr' ? [COMPANY.distributor, ...below] : below
}

let server: TestServer
let routes: Route[]
const records = new Map<number, Map<string, number>>()
beforeAll(async () => {
  server = await startTestServer()
  routes = routeTable(server.app)
    .filter(({ path }) => path.startsWith('/api/') && !path.startsWith('/api/docs'))
    .map(({ method, path }) => ({ method, path: withNames(method, path.replace('/api', '')) }))
  for (const owner of OWNERS) {
    const canary = owner === COMPANY.stranger ? CANARY : undefined
    records.set(owner, await seedRecords(server, owner, canary))
  }
  const stranger = { company: CANARY, company_short: CANARY, notes: CANARY }
  await server.as('administrator').call('PATCH', `/companies/${COMPANY.stranger}`, stranger)
})
afterAll(() => server.close())

/** The router keeps one name for two parameters at one position; the written facts know both. */
function withNames(method: string, path: string): string {
  const written = Object.keys(CALLS).find((call) => nameless(call) === nameless(`${method} ${path}`))
  return written ? written.slice(method.length + 1) : path
}

const strangers = () => records.get(COMPANY.stranger)!
const idNames = new Map((Object.values(registry) as Resource[]).map(({ id, name }) => [id, name]))
/** A path about the stranger's records, and the same about records that do not exist. */
function foreignAddress(path: string): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    if (name === 'company_id') return String(companyAt(path))
    // Several kinds name their id so.
    if (name === 'id') return String(strangers().get(path.split('/')[1]!) ?? MISSING)
    return String(strangers().get(idNames.get(name) ?? '') ?? (name === 'port_number' ? 1 : MISSING))
  })
}
function companyAt(path: string): number {
  return strangers().get(path.split('/')[1]!) ?? COMPANY.stranger
}
const missingAddress = (path: string) =>
  path.replace(/:(\w+)/g, (_, name: string) => (name === 'port_number' ? '1' : String(MISSING)))

/** A response without the parts that differ between any two calls. */
function comparable({ status, raw }: Answer): string {
  return `${status} ${raw.replace(/"request_id":"[^"]*"/, '').replaceAll(String(MISSING), '#')}`
}
const ask = (type: Type, method: string, address: string) =>
  server.as(type).call(method, address, method === 'GET' || method === 'DELETE' ? undefined : {})

/** Kinds whose records companies below can see. */
const OFFERED: readonly string[] = ['/tank_products']
const isAbove = (owner: number, reach: readonly number[]) =>
  owner === COMPANY.distributor && reach.includes(COMPANY.customer)

describe('a record within reach is returned, any other is treated as missing', () => {
  test.each(ALL)('%s', async (type) => {
    const problems: string[] = []
    const reach = reachOf(type)
    for (const resource of OWNED) {
      const path = pathOf(resource)
      // Records that belong to any record belong to a person here, and are as readable as that person.
      const hangs = OBJECT_SCOPED_KINDS.includes(path)
      const fact = KINDS[hangs ? '/people' : path]!
      const mayRead = fact.types.includes(type) && holds(type, `${fact.module}.read`)
      const isVendor = type === 'vendor' || type === 'v_acct_mgr'
      for (const owner of OWNERS) {
        const id = records.get(owner)!.get(resource.name)
        // A vendor sees the documents that were sent to it, which belong to another company.
        const isClosed = isVendor && (fact.of === 'companies' || path === '/transaction_documents')
        const isIn = reach.includes(owner) && !isClosed
        const should = mayRead ? (isIn ? 200 : 404) : hangs ? 404 : 405
        if (mayRead && !isIn && OFFERED.includes(path) && isAbove(owner, reach)) {
          // A record offered by a company above can be read, but not changed, and its history is not shown.
          for (const [method, rest, should] of [
            ['GET', '', 200],
            ['GET', '/history', 405],
            ['PATCH', '', 405],
            ['DELETE', '', 405],
          ] as const) {
            const { status } = await ask(type, method, `${path}/${id}${rest}`)
            if (status !== should)
              problems.push(`${method} ${path}${rest} of ${owner}: ${status}, not ${should}`)
          }
          continue
        }
        const { status } = await ask(type, 'GET', `${path}/${id}`)
        if (status !== should) problems.push(`GET ${path} of ${owner}: ${status}, should be ${should}`)
        if (isIn) continue
        for (const [method, rest] of [
          ['GET', ''],
          ['GET', '/history'],
          ['PATCH', ''],
          ['DELETE', ''],
        ] as const) {
          const foreign = await ask(type, method, `${path}/${id}${rest}`)
          const missing = await ask(type, method, `${path}/${MISSING}${rest}`)
          if (comparable(foreign) !== comparable(missing))
            problems.push(`${method} ${path}${rest}: ${comparable(foreign)}`)
        }
      }
    }
    expect(problems).toEqual([])
  })
})

// A test for each caller: thousands of calls, which a slow machine does not respond within the time of one test.
test.each(OUTSIDERS)('no call by %s reveals a foreign company', async (type) => {
  const problems: string[] = []
  for (const { method, path } of routes) {
    if (path === '/live' || path.startsWith('/authenticate') || path === '*') continue
    const foreign = foreignAddress(path)
    const isAboutRecord = foreign !== path
    if (method !== 'GET' && !isAboutRecord) continue
    const response = await ask(type, method, foreign)
    if (response.raw.includes(CANARY)) problems.push(`${type}: ${method} ${foreign} discloses it`)
    if (response.status >= 500) problems.push(`${type}: ${method} ${foreign} fails`)
    if (isAboutRecord && isOwned(path)) {
      const missing = await ask(type, method, missingAddress(path))
      if (comparable(response) !== comparable(missing))
        problems.push(`${type}: ${method} ${foreign}: ${comparable(response)}`)
    }
    if (method !== 'GET' || isAboutRecord || response.status === 405) continue
    for (const query of [
      'options=1',
      'page_size=1000',
      `search=${CANARY.slice(0, 7)}`,
      `company_id=${COMPANY.stranger}&device_id=${strangers().get('devices')}&page_size=1000`,
    ]) {
      const { raw, status } = await ask(type, 'GET', `${path}?${query}`)
      if (raw.includes(CANARY)) problems.push(`${type}: GET ${path}?${query} discloses it`)
      if (status >= 500) problems.push(`${type}: GET ${path}?${query} fails`)
    }
  }
  expect(problems).toEqual([])
})

/** Whether a path is about records with an owner. */
function isOwned(path: string): boolean {
  return KINDS[`/${path.split('/')[1]}`]?.of !== 'all' && !path.startsWith('/settings')
}

test('the owner and staff get the record: the canary can be found', async () => {
  for (const name of ['devices', 'people', 'tags', 'tank_products']) {
    for (const who of ['stranger', 'employee'] as const) {
      const { raw } = await server.as(who).call('GET', `/${name}?page_size=1000`)
      expect(raw, `${who} ${name}`).toContain(CANARY)
    }
  }
})

test('nothing can be written into a foreign company, nor moved to it', async () => {
  const problems: string[] = []
  for (const type of OUTSIDERS) {
    for (const resource of OWNED) {
      const { company_id } = resource.fields
      if (!company_id || company_id.computed || !hasCall(resource, 'create')) continue
      const path = pathOf(resource)
      const body = await exampleOf(server, resource, COMPANY.stranger)
      const created = await server.as(type).call('POST', path, { ...body, company_id: COMPANY.stranger })
      const own = records.get(reachOf(type)[0]!)!.get(resource.name)
      const moved = await server.as(type).call('PATCH', `${path}/${own}`, { company_id: COMPANY.stranger })
      if (![404, 405].includes(created.status)) problems.push(`${type} POST ${path}: ${comparable(created)}`)
      // A field that has its own call to move it is not accepted here.
      if (![404, 405, 422].includes(moved.status))
        problems.push(`${type} PATCH ${path}: ${comparable(moved)}`)
    }
  }
  expect(problems).toEqual([])
})

/** The fields of a body that refer to records with an owner: to one, or to several. */
function leadsOf(resource: Resource): { name: string; to: string; of: (id: number) => unknown }[] {
  return writableFields(resource).flatMap(([name, field]) => {
    if (isOfObject(resource) && name === 'object_id') return [{ name, to: 'people', of: (id: number) => id }]
    const to = field.kind === 'reference' || field.kind === 'references' ? field.to : undefined
    if (to === undefined) return []
    const target: Resource = resourceOf(to)
    // Records that all writers may name (decision 106) belong to no one.
    if (target.scope === 'shared' || target.visibility.hasSelectableNames) return []
    return [{ name, to, of: field.kind === 'references' ? (id: number) => [id] : (id: number) => id }]
  })
}
/** Records on which every field can be tried: their creator may hand them out, and can use a vendor. */
const TRIED_WITH: Readonly<Record<string, object>> = {
  '/users': { login_type_id: 'customer_readonly' },
  '/transaction_documents': { document_type: 'purchase_order' },
}
/** Fields that such a call never changes, whatever they refer to. */
const MOVED_OTHERWISE = [
  'PATCH /devices company_id',
  'PATCH /entity_addresses object_id',
  'PATCH /entity_emails object_id',
  'PATCH /entity_phones object_id',
  'PATCH /notes object_id',
]
async function madeBy(resource: Resource, values: object): Promise<number> {
  const { body } = await server.as('administrator').call('POST', pathOf(resource), values)
  return body[resource.single][resource.id]
}
/** Whether a response says that the record a field refers to does not exist. */
const pointsAt = ({ status, body }: Answer, name: string) =>
  status === 404 ||
  body.errors?.some(
    ({ field, rule }: { field: string; rule: string }) => field.endsWith(name) && rule === 'not_found',
  )
const isOfObject = ({ scope }: Resource) => scope === 'object'

test('no field of any body refers to a foreign record: it is refused like a missing one', async () => {
  const problems: string[] = []
  const led = new Set<string>()
  /** Refusals of the reference itself, not of something else in the body. */
  const refused = new Set<string>()
  await sql`update companies set organisation_type_id = ${ORGANISATION_TYPE.distributor}
    where company_id = ${COMPANY.customer}`.execute(server.db)
  await server.forgetRights()
  for (const type of OUTSIDERS) {
    const own = records.get(reachOf(type)[0]!)!
    for (const resource of OWNED) {
      const path = pathOf(resource)
      const hangs = OBJECT_SCOPED_KINDS.includes(path)
      const fact = KINDS[hangs ? '/people' : path]!
      const may = (action: string) =>
        fact.types.includes(type) && holds(type, `${fact.module}.${hangs ? 'update' : action}`)
      const leads = [
        ...leadsOf(resource).map((lead) => ({ ...lead, at: '' })),
        ...(resource.details ? leadsOf(resource.details) : []).map((lead) => ({ ...lead, at: 'details' })),
      ]
      if (leads.length === 0 || !(may('create') || may('update'))) continue
      // Documents are decided by their seller.
      const company = path === '/transaction_documents' ? COMPANY.branch : reachOf(type)[0]!
      const body = { ...(await exampleOf(server, resource, company)), ...TRIED_WITH[path] }
      const id = TRIED_WITH[path] ? await madeBy(resource, body) : own.get(resource.name)
      const row = resource.details ? await exampleOf(server, resource.details, company) : {}
      for (const { name, to, at, of } of leads) {
        const foreign = to === 'companies' ? COMPANY.stranger : strangers().get(to)!
        const bodyOf = (id: number) => (at ? { [at]: [{ ...row, [name]: of(id) }] } : { [name]: of(id) })
        for (const [method, address, basis] of [
          ...(may('create') && hasCall(resource, 'create') ? ([['POST', path, body]] as const) : []),
          ...(may('update') && hasCall(resource, 'update')
            ? ([['PATCH', `${path}/${id}`, {}]] as const)
            : []),
        ]) {
          const call = (id: number) => server.as(type).call(method, address, { ...basis, ...bodyOf(id) })
          const [there, missing] = [await call(foreign), await call(MISSING)]
          const field = `${method} ${path} ${at}${at && '.'}${name}`
          led.add(field)
          if (pointsAt(there, name)) refused.add(field)
          if (there.status < 400) problems.push(`${type} ${method} ${path}: ${at} ${name} takes it`)
          if (comparable(there) !== comparable(missing))
            problems.push(
              `${type} ${method} ${path}: ${at} ${name}: ${comparable(there)} instead of ${comparable(missing)}`,
            )
        }
      }
    }
  }
  expect(problems).toEqual([])
  expect([...led].filter((field) => !refused.has(field)).toSorted()).toEqual(MOVED_OTHERWISE)
  expect(led.size).toBeGreaterThan(50)
})

describe('an account limited to some devices or tags', () => {
  const ownDevice = () => records.get(COMPANY.customer)!.get('devices')!
  const branchDevice = () => records.get(COMPANY.branch)!.get('devices')!
  const limit = async (column: 'limit_devices' | 'limit_tags', ids: number[]) => {
    await sql`update accounts set ${sql.ref(column)} = ${ids} where account_id = (
      select account_id from users join accounts using (user_id) where username = 'technician@test.example')`.execute(
      server.db,
    )
    await server.forgetRights()
  }
  const expectOnly = async (seen: number, unseen: number) => {
    const technician = server.as('technician')
    const { body } = await technician.call('GET', '/devices?page_size=1000')
    expect(body.devices.map(({ device_id }: { device_id: number }) => device_id)).toEqual([seen])
    const about = routes.filter(({ path }) => path.startsWith('/devices/:device_id'))
    expect(about.length).toBeGreaterThan(10)
    for (const { method, path } of about) {
      const at = (id: number) => missingAddress(path.replace(':device_id', String(id)))
      const foreign = await ask('technician', method, at(unseen))
      expect(comparable(foreign), `${method} ${path}`).toBe(
        comparable(await ask('technician', method, at(MISSING))),
      )
    }
    expect((await technician.call('GET', `/devices/${seen}`)).status).toBe(200)
  }

  test('sees those devices and what belongs to them', async () => {
    await limit('limit_devices', [ownDevice()])
    await expectOnly(ownDevice(), branchDevice())
    const technician = server.as('technician')
    for (const kind of ['device_ports', 'alerts']) {
      const own = records.get(COMPANY.customer)!.get(kind)
      const other = records.get(COMPANY.branch)!.get(kind)
      expect((await technician.call('GET', `/${kind}/${other}`)).status, kind).toBe(404)
      if (kind === 'alerts') expect((await technician.call('GET', `/${kind}/${own}`)).status).toBe(200)
    }
    await limit('limit_devices', [])
  })

  test('sees the devices with those tags, and no other tags', async () => {
    const tag = records.get(COMPANY.branch)!.get('tags')!
    await sql`insert into device_tags (device_id, tag_id) values (${branchDevice()}, ${tag})`.execute(
      server.db,
    )
    await limit('limit_tags', [tag])
    await expectOnly(branchDevice(), ownDevice())
    const technician = server.as('technician')
    expect((await technician.call('GET', `/tags/${tag}`)).status).toBe(200)
    const other = records.get(COMPANY.customer)!.get('tags')
    expect((await technician.call('GET', `/tags/${other}`)).status).toBe(404)
    await limit('limit_tags', [])
  })
})
