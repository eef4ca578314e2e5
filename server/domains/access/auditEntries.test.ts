import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { newUser, PASSWORD, signIn } from './testing/signInAs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const staff = (method: string, path: string, body?: object) =>
  server.as('administrator').call(method, path, body)
const log = async (query: string) => (await staff('GET', `/audit_entries?${query}`)).body.audit_entries

async function newTag(tag: string): Promise<number> {
  const { body } = await staff('POST', '/tags', { tag, company_id: COMPANY.customer })
  return body.tag.tag_id
}

describe('the audit log', () => {
  test('is open only to staff who may read permissions', async () => {
    const paths = ['/audit_entries', '/audit_entries/1', '/audit_entries/export', '/audit_entries/print']
    for (const who of ['employee', 'customer', 'distributor', 'vendor', 'customer_readonly'] as const)
      for (const path of paths) expect((await server.as(who).call('GET', path)).status, who).toBe(405)
    expect((await server.as('customer_support').call('GET', paths[0]!)).status).toBe(200)
  })

  test('cannot be written by anyone', async () => {
    for (const method of ['POST', 'PATCH', 'DELETE', 'PUT'])
      expect(
        (await staff(method, method === 'POST' ? '/audit_entries' : '/audit_entries/1', {})).status,
      ).toBe(404)
  })

  test('keeps the name of a deleted record, and the names of references', async () => {
    const id = await newTag('Farewell')
    await staff('DELETE', `/tags/${id}`)
    const [gone, made] = await log(`resource=tags&record_id=${id}`)
    expect(gone).toMatchObject({
      action: 'delete',
      title: 'Farewell',
      user_title: 'administrator@test.example',
    })
    expect(made.changes).toContainEqual({
      field: 'company_id',
      before: null,
      after: COMPANY.customer,
      after_title: 'Prairie Fuels',
    })
  })

  test('filters by content, person, action and day', async () => {
    const id = await newTag('Quillwort')
    const found = await log('search=quillw')
    expect(found.map((entry: { record_id: number }) => entry.record_id)).toEqual([id])
    expect(await log('search=quillw&action=delete')).toEqual([])
    expect(await log('search=quillw&user_id=999999')).toEqual([])
    expect(await log('search=quillw&to=2020-01-01')).toEqual([])
    expect(await log('search=quillw&from=2020-01-01')).toHaveLength(1)
    for (const invalid of ['from=yesterday', 'to=2020-13-40', 'before=x', 'user_id=x', 'resource=%00'])
      expect((await staff('GET', `/audit_entries?${invalid}`)).status, invalid).toBe(400)
  })

  test('days follow the reader’s time zone', async () => {
    await sql`insert into audit_entries (at, resource, action) values ('2021-06-02T03:30:00Z', 'tags', 'create')`.execute(
      server.db,
    )
    expect(await log('from=2021-06-01&to=2021-06-01')).toHaveLength(1)
    expect(await log('from=2021-06-02&to=2021-06-02')).toHaveLength(0)
  })

  test('continues from an entry by its key, without gaps and duplicates', async () => {
    await sql`insert into audit_entries (at, resource, action, record_id)
      select '2019-01-01'::timestamptz + (n / 3) * interval '1 minute', 'tanks', 'update', n
      from generate_series(1, 40) n`.execute(server.db)
    const seen: number[] = []
    for (let before = ''; seen.length < 60; ) {
      const page = await log(`resource=tanks&page_size=7${before}`)
      if (page.length === 0) break
      seen.push(...page.map((entry: { record_id: number }) => entry.record_id))
      before = `&before=${page.at(-1).audit_id}`
    }
    expect(seen).toHaveLength(40)
    expect(new Set(seen).size).toBe(40)
  })

  test('counts up to ten thousand and reports that there are more', async () => {
    await sql`insert into audit_entries (resource, action) select 'flood', 'update' from generate_series(1, 10001)`.execute(
      server.db,
    )
    const { body } = await staff('GET', '/audit_entries?resource=flood&page_size=5')
    expect(body.page).toMatchObject({ total_records: 10_000, is_more: true })
    const exported = await staff('GET', '/audit_entries/export?resource=flood')
    expect(exported.raw.trim().split('\n')).toHaveLength(10_002)
  })

  test('is exported as text, with the filters applied', async () => {
    const id = await newTag('Exported')
    await staff('PATCH', `/tags/${id}`, { tag: 'Exported again' })
    const { raw } = await staff('GET', `/audit_entries/export?resource=tags&record_id=${id}`)
    expect(raw).toContain('Exported → Exported again')
    expect(raw).not.toContain('{')
  })
})

describe('sign-ins in the audit log', () => {
  test('successful ones with their method; refused ones in the history of the user, without the typed values', async () => {
    const user = await newUser(server)
    await signIn(server, user.username, 'Wrong#2026!')
    await signIn(server, 'secret-typed-as-a-name', PASSWORD)
    await signIn(server, user.username)
    const history = (await staff('GET', `/users/${user.user_id}/history`)).body.audit_entries
    expect(history[0]).toMatchObject({ action: 'sign_in_refused', by: null })
    expect(history[0].changes).toContainEqual({ field: 'reason', before: null, after: 'wrong_password' })
    const refused = await log('action=sign_in_refused')
    expect(refused).toHaveLength(2)
    const [entered] = await log(`action=sign_in&user_id=${user.user_id}`)
    expect(entered.changes).toContainEqual({ field: 'way', before: null, after: 'password' })
    const { rows } = await sql<{ all: string }>`
      select string_agg(changes::text || coalesce(title, ''), '') as all from audit_entries`.execute(
      server.db,
    )
    for (const secret of ['secret-typed-as-a-name', 'Wrong#2026', PASSWORD, 'argon2'])
      expect(rows[0]!.all).not.toContain(secret)
  })

  test('a session ended by another user keeps the name of its user', async () => {
    const user = await newUser(server)
    await signIn(server, user.username)
    const { body } = await staff('GET', `/active_sessions?user_id=${user.user_id}`)
    await staff('DELETE', `/active_sessions/${body.active_sessions[0].session_id}`)
    const [entry] = await log('action=revoke')
    expect(entry.title).toBe(user.username)
  })
})

test('a long history comes in pages', async () => {
  const id = await newTag('Long')
  await sql`insert into audit_entries (resource, record_id, action)
    select 'tags', ${id}, 'update' from generate_series(1, 70)`.execute(server.db)
  const first = (await staff('GET', `/tags/${id}/history`)).body
  expect([first.audit_entries.length, first.next]).toEqual([50, first.audit_entries.at(-1).audit_id])
  const second = (await staff('GET', `/tags/${id}/history?before=${first.next}`)).body
  expect([second.audit_entries.length, second.next]).toEqual([21, null])
  expect((await staff('GET', `/tags/${id}/history?before=x`)).status).toBe(400)
})
