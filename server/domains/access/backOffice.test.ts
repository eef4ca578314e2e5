import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { tanker_trucks } from '#core/domains/shipments/trucks/tanker_trucks.ts'
import type { Resource } from '#core/resources/definition.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { type DeviceRecords, deviceRecords } from '#server/app/testing/deviceRecords.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { documentBody, testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

/** Appears in every text that is hidden from a distributor. */
const WORD = 'zqxjkvbpwy'
const GIVEN = ['transaction_documents', 'tanker_trucks'].flatMap((module) =>
  ['read', 'create', 'update', 'delete'].map((action) => `${module}.${action}`),
)

let server: TestServer
let mine: DeviceRecords
const foreign = new Map<number, DeviceRecords>()
const trucks = new Map<number, number>()
beforeAll(async () => {
  server = await startTestServer()
  mine = await deviceRecords(server, COMPANY.customer, 'withinreach')
  for (const company of [COMPANY.own, COMPANY.distributor, COMPANY.stranger])
    foreign.set(company, await deviceRecords(server, company, WORD))
  for (const company of [COMPANY.own, COMPANY.distributor, COMPANY.customer, COMPANY.stranger]) {
    const body = { ...(await exampleOf(server, tanker_trucks as Resource, company)), company_id: company }
    const response = await server.as('administrator').call('POST', '/tanker_trucks', body)
    expect(response.status, response.raw).toBe(200)
    trucks.set(company, response.body.tanker_truck.truck_id)
  }
})
afterAll(() => server.close())

const turn = async (distributors_back_office: 0 | 1) => {
  const response = await server.as('administrator').call('PATCH', '/settings', { distributors_back_office })
  expect(response.status, response.raw).toBe(200)
}
const give = (permissions: readonly string[], type = 'distributor') =>
  sql`update accounts set added_permissions = ${permissions} where user_id =
    (select user_id from users where username = ${`${type.replaceAll('_', '-')}@test.example`})`.execute(
    server.db,
  )
/** A write of this server, after which it reads the rights again. */
const renew = async () => {
  await turn(0)
  await turn(1)
}
const as = (type: 'distributor' | 'd_acct_mgr') => (method: string, path: string, body?: object) =>
  server.as(type).call(method, path, body)
const distributor = as('distributor')
const documentOf = (company: number) => foreign.get(company)!.records['/transaction_documents']!

beforeEach(async () => {
  await give(GIVEN)
  await give(GIVEN, 'd_acct_mgr')
  await renew()
})

describe('effective permissions', () => {
  test.each(['distributor', 'd_acct_mgr'] as const)(
    '%s: nothing of it while the setting is off',
    async (type) => {
      await turn(0)
      for (const path of ['/transaction_documents', '/tanker_trucks', '/transaction_documents/export'])
        expect((await as(type)('GET', path)).status, path).toBe(405)
      expect((await as(type)('POST', '/transaction_documents', {})).status).toBe(405)
      expect((await as(type)('POST', '/tanker_trucks', {})).status).toBe(405)
      await turn(1)
      for (const path of ['/transaction_documents', '/tanker_trucks'])
        expect((await as(type)('GET', path)).status, path).toBe(200)
      // Switched off while they are signed in: it takes effect at the next call.
      await turn(0)
      for (const path of ['/transaction_documents', '/tanker_trucks'])
        expect((await as(type)('GET', path)).status, path).toBe(405)
    },
  )

  test('only granted rights, each independently', async () => {
    await give([])
    await renew()
    expect((await distributor('GET', '/transaction_documents')).status).toBe(405)
    await give(['transaction_documents.read'])
    await renew()
    expect((await distributor('GET', '/transaction_documents')).status).toBe(200)
    expect((await distributor('POST', '/transaction_documents', {})).status).toBe(405)
    expect((await distributor('GET', '/tanker_trucks')).status).toBe(405)
    expect((await distributor('GET', '/subscriptions')).status).toBe(405)
  })

  test('none at the business itself, because all customers are below it', async () => {
    await sql`update accounts set company_id = 1 where user_id =
      (select user_id from users where username = 'distributor@test.example')`.execute(server.db)
    await renew()
    expect((await distributor('GET', '/transaction_documents')).status).toBe(405)
    await sql`update accounts set company_id = ${COMPANY.distributor} where user_id =
      (select user_id from users where username = 'distributor@test.example')`.execute(server.db)
    await renew()
    expect((await distributor('GET', '/transaction_documents')).status).toBe(200)
  })

  test('a permission without effect is explained', async () => {
    await turn(0)
    const { rows } = await sql<{ user_id: number }>`
      select user_id from users where username = 'distributor@test.example'`.execute(server.db)
    const { body } = await server
      .as('administrator')
      .call('GET', `/permissions/explain?user_id=${rows[0]!.user_id}&method=GET&path=/transaction_documents`)
    expect(body.explanation?.steps ?? body.steps).toContainEqual(
      expect.objectContaining({ step: 'permission', passed: false, reason: 'back_office_off' }),
    )
  })
})

describe('distributors themselves', () => {
  test('neither turn it on nor grant rights to themselves or to others', async () => {
    await turn(0)
    expect((await distributor('PATCH', '/settings', { distributors_back_office: 1 })).status).toBe(405)
    const idOf = async (name: string) =>
      (await sql<{ user_id: number }>`select user_id from users where username = ${name}`.execute(server.db))
        .rows[0]!.user_id
    for (const name of ['distributor@test.example', 'd-acct-mgr@test.example']) {
      const path = `/users/${await idOf(name)}/company/${COMPANY.distributor}/permissions`
      expect((await distributor('PATCH', path, { added_permissions: GIVEN })).status).toBe(405)
    }
  })

  test('a user with part of the back office creates no account that has more of it', async () => {
    await give(['transaction_documents.read'])
    await renew()
    const { body } = await distributor('GET', '/me')
    expect(JSON.stringify(body)).not.toContain('transaction_documents.update')
    const { rows } = await sql<{ user_id: number }>`
      select user_id from users where username = 'technician@test.example'`.execute(server.db)
    const response = await distributor('POST', `/companies/${COMPANY.branch}/users`, {
      user_id: rows[0]!.user_id,
      login_type_id: 'csr',
    })
    expect(response.status).not.toBe(200)
  })
})

describe('other companies', () => {
  test('lists, files, prints, searches and timelines contain customers only', async () => {
    const { body } = await distributor('GET', '/transaction_documents?page_size=100')
    const companies = new Set(
      body.transaction_documents.map(({ company_id }: { company_id: number }) => company_id),
    )
    expect([...companies]).toEqual([COMPANY.customer])
    for (const path of [
      '/transaction_documents?page_size=100',
      '/transaction_documents?options=1',
      '/transaction_documents/export?format=csv',
      '/transaction_documents/print',
      `/transaction_documents?search=${WORD}`,
      `/transaction_documents?company_id=${COMPANY.stranger}`,
    ]) {
      const { status, raw } = await distributor('GET', path)
      expect(status, path).toBe(200)
      // The search text may be repeated in the response.
      expect(raw.replaceAll(`search=${WORD}`, ''), path).not.toContain(WORD)
    }
    const trucksSeen = (await distributor('GET', '/tanker_trucks?page_size=100')).body.tanker_trucks
    const owners = new Set(trucksSeen.map(({ company_id }: { company_id: number }) => company_id))
    expect(owners).toEqual(new Set([COMPANY.distributor, COMPANY.customer]))
  })

  test('every call about another company’s document or truck answers as for a missing one', async () => {
    const calls: [string, string, object?][] = [
      ['GET', ''],
      ['PATCH', '', { comments: 'changed' }],
      ['DELETE', ''],
      ['GET', '/payments'],
      ['POST', '/payments', { amount: '1', method: 'cash' }],
      ['POST', '/status', { status_id: 2 }],
      ['POST', '/convert', { document_type: 'invoice' }],
      ['GET', '/linked_documents'],
      ['GET', '/history'],
      ['GET', '/notes'],
      ['POST', '/notes', { note: 'seen' }],
    ]
    for (const company of foreign.keys()) {
      for (const [method, end, body] of calls) {
        const response = await distributor(
          method,
          `/transaction_documents/${documentOf(company)}${end}`,
          body,
        )
        const missing = await distributor(method, `/transaction_documents/999999999${end}`, body)
        expect(response.status, `${company} ${method} ${end} ${response.raw}`).toBe(missing.status)
        expect(response.raw).not.toContain(WORD)
        expect(response.status).toBeGreaterThanOrEqual(400)
      }
    }
    for (const company of [COMPANY.own, COMPANY.stranger]) {
      const path = `/tanker_trucks/${trucks.get(company)}`
      expect((await distributor('GET', path)).status).toBe(404)
      expect((await distributor('PATCH', path, { truck_name: 'taken' })).status).toBe(404)
      expect((await distributor('DELETE', path)).status).toBe(404)
    }
  })

  test('no body names records of others', async () => {
    const count = async () =>
      Number(
        (
          await sql<{ count: number }>`select count(*)::int as count from transaction_documents`.execute(
            server.db,
          )
        ).rows[0]!.count,
      )
    const before = await count()
    const good = await documentBody(server, { company_id: COMPANY.customer, device_id: mine.device_id })
    for (const company_id of foreign.keys()) {
      const { device_id } = foreign.get(company_id)!
      for (const changes of [
        { company_id },
        { company_id, device_id },
        { device_id, company_id: undefined },
      ]) {
        const response = await distributor('POST', '/transaction_documents', { ...good, ...changes })
        expect(response.status, `${JSON.stringify(changes)} ${response.raw}`).toBeOneOf([404, 422])
      }
      const path = `/transaction_documents/${mine.records['/transaction_documents']}`
      expect((await distributor('PATCH', path, { company_id })).status).toBeOneOf([404, 409, 422])
      const truck = await distributor('PATCH', `/tanker_trucks/${trucks.get(COMPANY.distributor)}`, {
        company_id,
      })
      if (company_id !== COMPANY.distributor) expect(truck.status).toBeOneOf([404, 422])
    }
    const { product_id } = await testProduct(server, {}, COMPANY.stranger)
    const strange = await distributor('POST', '/transaction_documents', {
      ...good,
      details: [{ product_id, quantity: '1' }],
    })
    expect(strange.status).toBeOneOf([404, 422])
    expect(await count()).toBe(before)
    const { rows } = await sql<{ company_id: number }>`select company_id from transaction_documents
      where document_id = ${mine.records['/transaction_documents']!}`.execute(server.db)
    expect(rows[0]!.company_id).toBe(COMPANY.customer)
  })
})

test('distributors with the back office order for a customer at a price, bill, and record payments', async () => {
  const { product_id } = await testProduct(server, {}, COMPANY.customer)
  const base = await documentBody(server, { company_id: COMPANY.customer, device_id: mine.device_id })
  const created = await distributor('POST', '/transaction_documents', {
    ...base,
    document_type: 'invoice',
    details: [{ product_id, quantity: '10', unit_price: '2.5' }],
  })
  expect(created.status, created.raw).toBe(200)
  const { document_id } = created.body.transaction_document
  const step = await distributor('POST', `/transaction_documents/${document_id}/status`, {
    status_id: DOCUMENT_STATUS.open,
  })
  expect(step.status, step.raw).toBe(200)
  const paid = await distributor('POST', `/transaction_documents/${document_id}/payments`, {
    amount: created.body.transaction_document.total_amount ?? '25',
    method: 'cash',
  })
  expect(paid.status, paid.raw).toBe(200)
})
