import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const NUMBERS = { account_number: '000123456789', routing_number: '021000021' }
const staff = (method: string, path: string, body?: object) =>
  server.as('administrator').call(method, path, body)
const make = async (values: object = {}) => {
  const { body } = await staff('POST', '/bank_accounts', {
    account_name: 'Operating',
    bank_name: 'First Prairie Bank',
    ...NUMBERS,
    ...values,
  })
  return body.bank_account
}
const reveal = async (id: number) =>
  (await staff('POST', `/bank_accounts/${id}/reveal`, {})).body.bank_account

describe('the numbers of a bank account', () => {
  test('are masked in every response', async () => {
    const created = await make()
    expect(created).toMatchObject({ account_number: '••••6789', routing_number: '••••0021' })
    const responses = [
      await staff('GET', `/bank_accounts/${created.account_id}`),
      await staff('GET', '/bank_accounts?page_size=0'),
      await staff('GET', '/bank_accounts?search=000123456789'),
      await staff('GET', `/bank_accounts/print?account_id=${created.account_id}`),
      await staff('GET', '/bank_accounts/print'),
      await staff('GET', '/bank_accounts/export?format=csv'),
      await staff('GET', `/bank_accounts/${created.account_id}/history`),
    ]
    for (const { raw, status } of responses) {
      expect(status).toBe(200)
      expect(raw).not.toContain('123456789')
      expect(raw).not.toContain('02100')
    }
  })

  test('are stored only in encrypted form', async () => {
    const { account_id } = await make()
    const { rows } = await sql<{ found: string }>`
      select to_jsonb(b)::text as found from bank_accounts b where account_id = ${account_id}
      union all select changes::text from audit_entries where resource = 'bank_accounts'`.execute(server.db)
    expect(rows.length).toBeGreaterThan(1)
    for (const { found } of rows) expect(found).not.toMatch(/000123456789|021000021/)
  })

  test('can be read in full by users who may change them, which is audited', async () => {
    const { account_id } = await make()
    expect(await reveal(account_id)).toEqual(NUMBERS)
    const { body } = await staff('GET', `/bank_accounts/${account_id}/history`)
    expect(body.audit_entries[0]).toMatchObject({ action: 'reveal', by: 'administrator@test.example' })
  })

  test('are hidden from users who may only read', async () => {
    const { account_id } = await make()
    const looking = server.as('dispenser_mgr')
    expect((await looking.call('GET', `/bank_accounts/${account_id}`)).status).toBe(200)
    expect((await looking.call('POST', `/bank_accounts/${account_id}/reveal`, {})).status).toBe(405)
    for (const account of ['customer', 'distributor', 'vendor'] as const) {
      expect((await server.as(account).call('GET', '/bank_accounts')).status).toBe(405)
      expect((await server.as(account).call('GET', '/bank_accounts?options=1')).status).toBe(405)
      expect((await server.as(account).call('GET', '/chart_of_accounts?options=1')).status).toBe(405)
    }
  })

  test('do not change when sent back masked; new numbers replace them, even if their mask is the same', async () => {
    const created = await make()
    const path = `/bank_accounts/${created.account_id}`
    await staff('PATCH', path, { ...created, bank_name: 'Second Prairie Bank' })
    expect(await reveal(created.account_id)).toEqual(NUMBERS)
    const { body } = await staff('PATCH', path, { account_number: '999923456789' })
    expect(body.bank_account.account_number).toBe('••••6789')
    expect(body.bank_account.updated_at).not.toBe(created.updated_at)
    expect(await reveal(created.account_id)).toEqual({ ...NUMBERS, account_number: '999923456789' })
    const { body: past } = await staff('GET', `${path}/history`)
    expect(JSON.stringify(past.audit_entries)).toContain('[secret]')
  })

  test('can be removed', async () => {
    const created = await make()
    await staff('PATCH', `/bank_accounts/${created.account_id}`, { routing_number: null, account_number: '' })
    expect(await reveal(created.account_id)).toEqual({ account_number: null, routing_number: null })
  })

  test('are refused if partly masked', async () => {
    const created = await make()
    for (const account_number of ['••••1111', '1234•', '•••••6789']) {
      const response = await staff('PATCH', `/bank_accounts/${created.account_id}`, { account_number })
      expect(response).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'account_number', message: 'Enter it in full, without •' }] },
      })
    }
    expect((await make({ account_number: '••••6789' }))?.account_id).toBeUndefined()
    expect(await reveal(created.account_id)).toEqual(NUMBERS)
  })

  test('are masked completely if they have eight characters or fewer', async () => {
    expect((await make({ account_number: '12345678' })).account_number).toBe('••••')
    expect((await make({ account_number: '123456789' })).account_number).toBe('••••6789')
  })

  test('are reported if their key is missing, and can be entered again', async () => {
    const { account_id } = await make()
    await sql`update bank_accounts set account_number_sealed = 'other.a.b.c' where account_id = ${account_id}`.execute(
      server.db,
    )
    const lost = await staff('POST', `/bank_accounts/${account_id}/reveal`, {})
    expect([lost.status, lost.body.message]).toEqual([409, expect.stringContaining('encrypted with a key')])
    await staff('PATCH', `/bank_accounts/${account_id}`, { account_number: '5555666677778888' })
    expect(await reveal(account_id)).toMatchObject({ account_number: '5555666677778888' })
  })
})
