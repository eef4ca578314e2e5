import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customers } from '#core/domains/companies/customers.ts'
import { currencies } from '#core/domains/finance/currencies.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { type Answer, startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const staff = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, path, body)

let made = 0

async function makeTags(count: number, company_id: number = COMPANY.customer) {
  const tags: { tag_id: number; tag: string; updated_at: string }[] = []
  for (let index = 0; index < count; index++) {
    const { body } = await staff('POST', '/tags', { tag: `many ${++made}`, company_id })
    tags.push(body.tag)
  }
  return tags
}

async function makeTerms(count: number) {
  const terms: { payment_term_id: number; term_days: number; updated_at: string }[] = []
  for (let index = 0; index < count; index++) {
    const { body } = await staff('POST', '/payment_terms', {
      description: `Many ${++made}`,
      term_days: 10 + index,
    })
    terms.push(body.payment_term)
  }
  return terms
}

const term = async (id: number) => (await staff('GET', `/payment_terms/${id}`)).body.payment_term
const itemsOf = (records: readonly { payment_term_id: number }[]) =>
  records.map(({ payment_term_id: id }) => ({ id }))

describe('changing many records at once', () => {
  test('sets the same value in all, writes an audit entry for each, and can be undone exactly', async () => {
    const terms = await makeTerms(3)
    const response = await staff('PATCH', '/payment_terms/bulk', {
      items: itemsOf(terms),
      changes: { term_days: 45 },
    })
    expect(response.body).toMatchObject({ code: 200, done: 3, message: 'Saved.' })
    for (const { payment_term_id } of terms) {
      expect(await term(payment_term_id)).toMatchObject({ term_days: 45 })
      const { body } = await staff('GET', `/payment_terms/${payment_term_id}/history`)
      expect(body.audit_entries[0]).toMatchObject({ action: 'update' })
    }
    expect(await staff('POST', `/undo/${response.body.undo_id}`)).toMatchObject({
      status: 200,
      body: { message: 'Undone.' },
    })
    for (const { payment_term_id, term_days } of terms)
      expect(await term(payment_term_id)).toMatchObject({ term_days })
    expect((await staff('POST', `/undo/${response.body.undo_id}`)).status).toBe(404)
  })

  test('changes none when one cannot be changed, and reports for each which and why', async () => {
    const [one, two] = await makeTerms(2)
    const response = await staff('PATCH', '/payment_terms/bulk', {
      items: [
        { id: one!.payment_term_id },
        { id: two!.payment_term_id, if_updated_at: '2020-01-01T00:00:00.000Z' },
        { id: 999_999_999 },
      ],
      changes: { term_days: 60 },
    })
    expect(response.status).toBe(422)
    expect(response.body.message).toContain('2 of 3')
    expect(response.body.report).toMatchObject([
      { id: two!.payment_term_id, message: expect.stringContaining('changed this record') },
      { id: 999_999_999, message: 'Oops! Record not found.' },
    ])
    expect(await term(one!.payment_term_id)).toMatchObject({ term_days: one!.term_days })
  })

  test('names the invalid field, and refuses unique fields', async () => {
    const terms = await makeTerms(2)
    const refused = await staff('PATCH', '/payment_terms/bulk', {
      items: itemsOf(terms),
      changes: { term_days: 'x' },
    })
    expect(refused.status).toBe(422)
    expect(refused.body.report[0].errors[0]).toMatchObject({ field: 'term_days' })
    const tags = await makeTags(2)
    const same = await staff('PATCH', '/tags/bulk', {
      items: tags.map(({ tag_id: id }) => ({ id })),
      changes: { tag: 'alike' },
    })
    expect(same.body).toMatchObject({ code: 422, errors: [{ field: 'tag', rule: 'not_in_bulk' }] })
    const none = await staff('PATCH', '/payment_terms/bulk', { items: itemsOf(terms), changes: {} })
    expect(none.body).toMatchObject({ code: 422, errors: [{ field: 'changes' }] })
  })

  test('selects all records of a list, unless others match by now than were seen', async () => {
    const [one] = await makeTerms(1)
    const matching = { query: { search: `Many ${made}` }, count: 1 }
    const stale = await staff('PATCH', '/payment_terms/bulk', {
      matching: { ...matching, count: 2 },
      changes: { term_days: 7 },
    })
    expect(stale).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('now has 1') },
    })
    const done = await staff('PATCH', '/payment_terms/bulk', { matching, changes: { term_days: 7 } })
    expect(done.body).toMatchObject({ code: 200, done: 1 })
    expect(await term(one!.payment_term_id)).toMatchObject({ term_days: 7 })
    const many = await staff('PATCH', '/payment_terms/bulk', {
      matching: { ...matching, count: 2001 },
      changes: { term_days: 7 },
    })
    expect(many).toMatchObject({ status: 422, body: { message: expect.stringContaining('2000') } })
  })

  test('cannot be undone once a record has been changed again', async () => {
    const terms = await makeTerms(2)
    const { body } = await staff('PATCH', '/payment_terms/bulk', {
      items: itemsOf(terms),
      changes: { term_days: 90 },
    })
    await staff('PATCH', `/payment_terms/${terms[1]!.payment_term_id}`, { term_days: 91 })
    const undone = await staff('POST', `/undo/${body.undo_id}`)
    expect(undone).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('has been changed since') },
    })
    expect(await term(terms[0]!.payment_term_id)).toMatchObject({ term_days: 90 })
  })

  test('names choices by their labels, not by their values', async () => {
    const currency = async () =>
      (await staff('POST', '/currencies', await exampleOf(server, currencies))).body.currency
    const [from, to] = [await currency(), await currency()]
    const { body: created } = await staff('POST', '/exchange_rates', {
      ...{ from_currency_id: from.currency_id, to_currency_id: to.currency_id, rate: '1.5' },
    })
    const { exchange_rate_id: id } = created.exchange_rate
    const { body } = await staff('PATCH', '/exchange_rates/bulk', {
      items: [{ id }],
      changes: { is_active: 0 },
    })
    await staff('PATCH', `/exchange_rates/${id}`, { rate: '1.6' })
    const { body: undone } = await staff('POST', `/undo/${body.undo_id}`)
    const name = `${created.exchange_rate.from_currency_title} → ${created.exchange_rate.to_currency_title}`
    expect(undone.message).toBe(`This cannot be undone: ${name} has been changed since.`)
  })

  test('reaches no record of others, and is refused to read-only users', async () => {
    const [own] = await makeTags(1)
    const [foreign] = await makeTags(1, COMPANY.stranger)
    const items = [{ id: own!.tag_id }, { id: foreign!.tag_id }]
    const response = await server.as('customer').call('POST', '/tags/bulk_delete', { items })
    expect(response.body).toMatchObject({
      code: 422,
      report: [{ id: foreign!.tag_id, title: String(foreign!.tag_id), message: 'Oops! Record not found.' }],
    })
    expect((await staff('GET', `/tags/${own!.tag_id}`)).status).toBe(200)
    for (const path of ['/tags/bulk_delete', '/customers/bulk_delete']) {
      expect((await server.as('customer_readonly').call('POST', path, { items })).status).toBe(405)
    }
    expect(
      (await server.as('customer_readonly').call('PATCH', '/devices/bulk', { items, changes: {} })).status,
    ).toBe(405)
  })
})

describe('deleting', () => {
  const undo = (answer: Answer) => staff('POST', `/undo/${answer.body.undo_id}`)

  test('many records can be undone: the same ids, the same times', async () => {
    const tags = await makeTags(3)
    const response = await staff('POST', '/tags/bulk_delete', {
      items: tags.map(({ tag_id: id }) => ({ id })),
    })
    expect(response.body).toMatchObject({ code: 200, done: 3, message: 'Deleted.' })
    expect((await staff('GET', `/tags/${tags[0]!.tag_id}`)).status).toBe(404)
    expect((await undo(response)).status).toBe(200)
    for (const tag of tags) expect((await staff('GET', `/tags/${tag.tag_id}`)).body.tag).toEqual(tag)
  })

  test('one record can be undone as well, archived or erased', async () => {
    const [tag] = await makeTags(1)
    const erased = await staff('DELETE', `/tags/${tag!.tag_id}`)
    expect((await undo(erased)).status).toBe(200)
    expect((await staff('GET', `/tags/${tag!.tag_id}`)).body.tag).toEqual(tag)
    const { body } = await staff('POST', '/customers', await exampleOf(server, customers))
    const id = body.customer.company_id
    const archived = await staff('DELETE', `/customers/${id}`)
    expect((await staff('GET', `/customers/${id}`)).body.customer.status).not.toBe(body.customer.status)
    expect((await undo(archived)).status).toBe(200)
    expect((await staff('GET', `/customers/${id}`)).body.customer.status).toBe(body.customer.status)
  })

  test('twice is archived once, and undone once', async () => {
    const created = async () =>
      (await staff('POST', '/customers', await exampleOf(server, customers))).body.customer.company_id
    const [id, other] = [await created(), await created()]
    const first = await staff('DELETE', `/customers/${id}`)
    const read = async (one = id) => (await staff('GET', `/customers/${one}`)).body.customer
    const archived = await read()
    const again = await staff('DELETE', `/customers/${id}`)
    expect(again).toMatchObject({ status: 200, body: { undo_id: null, message: 'Archived.' } })
    expect(await read()).toEqual(archived)
    const many = await staff('POST', '/customers/bulk_delete', { items: [{ id }, { id: other }] })
    expect((await undo(many)).status).toBe(200)
    expect([(await read()).status, (await read(other)).status]).toEqual([0, 1])
    expect((await undo(first)).status).toBe(200)
    expect((await read()).status).toBe(1)
    expect((await undo(first)).status).toBe(404)
  })

  test('offers no undo when other rows were deleted with it', async () => {
    const [notification] = (
      await sql<{ id: number }>`insert into notifications (subject, message) values ('gone', 'gone')
        returning notification_id as id`.execute(server.db)
    ).rows
    await sql`insert into user_notifications (notification_id, user_id, cause, told)
      select ${notification!.id}, min(user_id), 'gone', 'staff' from users`.execute(server.db)
    const { body } = await staff('DELETE', `/notifications/${notification!.id}`)
    expect(body).toMatchObject({ code: 200, undo_id: null })
  })

  test('cannot be undone when its name is taken again, nor by another user', async () => {
    const [tag] = await makeTags(1)
    const response = await staff('DELETE', `/tags/${tag!.tag_id}`)
    expect((await server.as('employee').call('POST', `/undo/${response.body.undo_id}`)).status).toBe(404)
    await staff('POST', '/tags', { tag: tag!.tag, company_id: COMPANY.customer })
    expect(await undo(response)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('cannot be undone') },
    })
  })
})

test('an idempotency key belongs to the whole body: a difference anywhere is refused', async () => {
  const [one, other] = await makeTags(2)
  // A record that is named repeatedly counts once: the first 20,000 characters of both bodies are the same.
  const items = Array.from({ length: 1500 }, () => ({
    id: one!.tag_id,
    if_updated_at: one!.updated_at,
  }))
  const key = { 'idempotency-key': 'a-long-call' }
  const call = (body: object) => server.as('administrator').call('POST', '/tags/bulk_delete', body, key)
  const first = await call({ items })
  expect(first.body).toMatchObject({ code: 200, done: 1 })
  expect((await call({ items })).body).toEqual(first.body)
  expect((await call({ items: [...items, { id: other!.tag_id }] })).status).toBe(409)
  expect((await staff('GET', `/tags/${other!.tag_id}`)).status).toBe(200)
})
