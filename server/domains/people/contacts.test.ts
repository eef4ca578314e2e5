import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { hashPassword } from '#server/platform/secrets.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const as = (who: Parameters<TestServer['as']>[0]) => server.as(who).call
const staff: ReturnType<typeof as> = (...args) => as('administrator')(...args)

async function person(company: number = COMPANY.customer): Promise<number> {
  const { body } = await staff('POST', '/people', {
    first_name: 'Ann',
    last_name: 'Lee',
    company_id: company,
  })
  return body.person.people_id
}

const email = (address: string, more: object = {}) => ({
  email_address: address,
  email_type: 'work',
  ...more,
})

async function threeEmails(id: number): Promise<number[]> {
  const created = []
  for (const name of ['a', 'b', 'c']) {
    const { body } = await staff('POST', `/people/${id}/emails`, email(`${name}@example.com`))
    created.push(body.entity_email.entity_emails_id)
  }
  return created
}

test('the first e-mail becomes primary automatically, and a new primary e-mail replaces it', async () => {
  const id = await person()
  const first = await staff('POST', `/people/${id}/emails`, email('a@example.com', { prime: 0 }))
  expect(first.body.entity_email).toMatchObject({ prime: 1, email_link: 'mailto:a@example.com' })
  const second = await staff('POST', `/people/${id}/emails`, email('b@example.com', { prime: 1 }))
  expect(second.body.entity_email.prime).toBe(1)
  const { body } = await staff('GET', `/people/${id}/emails`)
  expect(body.entity_emails.map((item: any) => [item.email_address, item.prime])).toEqual([
    ['b@example.com', 1],
    ['a@example.com', 0],
  ])
  const read = await staff('GET', `/people/${id}`)
  expect(read.body.person.entity_emails_id).toBe(second.body.entity_email.entity_emails_id)
})

test('a primary e-mail loses its mark only when another becomes primary', async () => {
  const id = await person()
  const [first, second] = await threeEmails(id)
  const refused = await staff('PATCH', `/entity_emails/${first}`, { prime: 0 })
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'prime' }] } })
  await staff('PATCH', `/people/${id}/emails/${second}`, { prime: 1 })
  const { body } = await staff('GET', `/entity_emails/${first}`)
  expect(body.entity_email.prime).toBe(0)
})

test('deleting the primary e-mail requires its successor, unless it is the last', async () => {
  const id = await person()
  const [first, second, third] = await threeEmails(id)
  const refused = await staff('DELETE', `/entity_emails/${first}`)
  expect(refused).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'new_prime_entity_emails_id', rule: 'new_prime' }] },
  })
  const [stranger] = await threeEmails(await person())
  expect((await staff('DELETE', `/entity_emails/${first}/${stranger}`)).status).toBe(422)
  expect((await staff('DELETE', `/entity_emails/${first}/${first}`)).status).toBe(422)
  const deleted = await staff('DELETE', `/entity_emails/${first}/${third}`)
  expect(deleted.body.entity_emails.map((item: any) => [item.entity_emails_id, item.prime])).toEqual([
    [third, 1],
    [second, 0],
  ])
  expect((await staff('DELETE', `/people/${id}/emails/${second}`)).status).toBe(200)
  const last = await staff('DELETE', `/people/${id}/emails/${third}`)
  expect(last.body.entity_emails).toEqual([])
  expect((await staff('GET', `/people/${id}`)).body.person.entity_emails_id).toBeNull()
})

test('the database itself ensures at most one primary', async () => {
  const id = await person()
  await threeEmails(id)
  await expect(
    sql`update entity_emails set prime = 1 where object_ref = 'person' and object_id = ${id}`.execute(
      server.db,
    ),
  ).rejects.toThrow(/entity_emails_prime/)
})

test('many concurrent first e-mails leave exactly one primary', async () => {
  const id = await person()
  const responses = await Promise.all(
    [1, 2, 3, 4, 5].map((n) => staff('POST', `/people/${id}/emails`, email(`p${n}@example.com`))),
  )
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const { body } = await staff('GET', `/people/${id}/emails`)
  expect(body.entity_emails.filter((item: any) => item.prime === 1)).toHaveLength(1)
})

test('a phone is checked for its country and stored in one form', async () => {
  const id = await person()
  const phone = { phone_number: '(313) 555-0100', phone_type: 'work', phone_extension: '12' }
  const { body } = await staff('POST', `/people/${id}/phones`, phone)
  expect(body.entity_phone).toMatchObject({
    phone_number: '+13135550100',
    phone_number_formatted: '(313) 555-0100',
    country_id: 140,
    country_iso_3: 'USA',
    call_link: 'tel:+13135550100,12',
    sms_link: 'sms:+13135550100',
  })
  const german = await staff('POST', `/people/${id}/phones`, {
    phone_number: '030 901820',
    phone_type: 'work',
    country_iso_2: 'DE',
  })
  expect(german.body.entity_phone).toMatchObject({ phone_number: '+4930901820', country_iso_3: 'DEU' })
  const refused = await staff('POST', `/people/${id}/phones`, { ...phone, phone_number: '12345' })
  expect(refused.body.errors).toEqual([
    { field: 'phone_number', rule: 'phone', message: 'Must be a valid phone number for its country' },
  ])
})

test('an address has its line and its map link; a ZIP code of the United States has five digits', async () => {
  const id = await person()
  const address = {
    address_type: 'billing',
    address1: '1 Main St',
    city: 'Detroit',
    state: 'MI',
    zip_code: '48226',
  }
  const { body } = await staff('POST', '/entity_addresses', {
    object_ref: 'person',
    object_id: id,
    ...address,
  })
  expect(body.entity_address).toMatchObject({
    prime: 1,
    country_name: 'United States',
    full_single_line_address: '1 Main St, Detroit, MI 48226, United States',
    maps_link: expect.stringContaining('1%20Main%20St'),
  })
  const refused = await staff('POST', `/people/${id}/addresses`, { ...address, zip_code: '482' })
  expect(refused.body.errors).toMatchObject([{ field: 'zip_code', rule: 'zip' }])
  const changed = await staff('PATCH', `/people/${id}/addresses/${body.entity_address.entity_addresses_id}`, {
    city: 'Dearborn',
  })
  expect(changed.body.entity_address.full_single_line_address).toContain('Dearborn')
})

test('a ZIP code gives city and state; an unassigned one gives none', async () => {
  const { body } = await staff('GET', '/locales/postal_codes/48226')
  expect(body.locale_postal_codes).toEqual([
    { zip_code: '48226', city: 'Detroit', state: 'MI', country_id: 140 },
  ])
  expect((await staff('GET', '/locales/postal_codes/00000')).body.locale_postal_codes).toEqual([])
  expect((await staff('GET', '/locales/postal_codes/4822')).status).toBe(400)
  const { body: all } = await staff('GET', '/locales/countries')
  expect(all.locale_countries).toContainEqual({
    country_id: 140,
    country_iso_2: 'US',
    country_iso_3: 'USA',
    country_name: 'United States',
  })
})

test('contacts of an owner that the caller cannot see do not exist for them', async () => {
  const foreign = await person(COMPANY.stranger)
  const [mail] = await threeEmails(foreign)
  const { body } = await staff('POST', `/people/${foreign}/notes`, { note: 'Call before noon' })
  const note = body.notes[0].note_id
  const customer = as('customer')
  const responses = [
    await customer('GET', `/people/${foreign}/emails`),
    await customer('POST', `/people/${foreign}/emails`, email('x@example.com')),
    await customer('GET', `/entity_emails/${mail}`),
    await customer('PATCH', `/entity_emails/${mail}`, { email_type: 'home' }),
    await customer('DELETE', `/entity_emails/${mail}`),
    await customer('POST', '/entity_emails', {
      object_ref: 'person',
      object_id: foreign,
      ...email('x@example.com'),
    }),
    await customer('GET', `/people/${foreign}/notes`),
    await customer('PATCH', `/people/${foreign}/notes/${note}`, { note: 'x' }),
    await customer('DELETE', `/notes/${note}`),
    await customer('GET', `/customers/${COMPANY.stranger}/addresses`),
  ]
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 404))
  const list = await customer('GET', `/entity_emails?page_size=0&object_ref=person&object_id=${foreign}`)
  expect(list.body.entity_emails).toEqual([])
})

test('a contact of one owner does not exist under another, and cannot be moved', async () => {
  const [mail] = await threeEmails(await person())
  const other = await person()
  expect((await staff('GET', `/people/${other}/emails/${mail}`)).status).toBe(404)
  expect((await staff('DELETE', `/people/${other}/emails/${mail}`)).status).toBe(404)
  const moved = await staff('PATCH', `/entity_emails/${mail}`, { object_id: other })
  expect(moved).toMatchObject({ status: 422, body: { errors: [{ field: 'object_id' }] } })
})

test('a user who may only read an owner may only read its contacts', async () => {
  const id = await person()
  await threeEmails(id)
  const reader = as('customer_readonly')
  expect((await reader('GET', `/people/${id}/emails`)).body.entity_emails).toHaveLength(3)
  expect((await reader('POST', `/people/${id}/emails`, email('x@example.com'))).status).toBe(405)
  expect((await as('driver')('POST', `/people/${id}/notes`, { note: 'x' })).status).toBe(405)
})

test('all users, including vendors, manage their own e-mails and phones, and no others', async () => {
  const vendor = as('vendor')
  await sql`update users set password = ${await hashPassword('Right#Quay26')}
    where username = 'vendor@test.example'`.execute(server.db)
  const own = { current_password: 'Right#Quay26' }
  const { body } = await vendor('POST', '/me/emails', { ...email('vendor@example.com'), ...own })
  expect(body.entity_email).toMatchObject({ object_ref: 'person', prime: 1 })
  const id = body.entity_email.entity_emails_id
  expect((await vendor('GET', '/me/emails')).body.entity_emails).toHaveLength(1)
  expect((await as('customer')('GET', `/me/emails/${id}`)).status).toBe(404)
  expect((await vendor('PATCH', `/me/emails/${id}`, { email_type: 'home' })).status).toBe(200)
  const [foreign] = await threeEmails(await person())
  expect((await vendor('DELETE', `/me/emails/${foreign}`)).status).toBe(404)
  expect((await vendor('DELETE', `/me/emails/${id}`, own)).body.entity_emails).toEqual([])
})

test('a customer has addresses under its own path', async () => {
  const path = `/customers/${COMPANY.customer}/addresses`
  const { body } = await staff('POST', path, {
    address_type: 'shipping',
    address1: '9 Dock Rd',
    city: 'Toledo',
    state: 'OH',
    zip_code: '43604',
  })
  expect(body.entity_address).toMatchObject({ object_ref: 'company', object_id: COMPANY.customer })
  expect(
    (await staff('GET', `${path}/${body.entity_address.entity_addresses_id}`)).body.entity_address.city,
  ).toBe('Toledo')
  expect((await staff('GET', `/vendors/${COMPANY.customer}/addresses`)).status).toBe(404)
})

test('a note can be changed by its author and by administrators, as `editable` states', async () => {
  const id = await person()
  const support = as('customer_support')
  const { body } = await support('POST', `/people/${id}/notes`, { note: 'Prefers mornings' })
  expect(body.notes[0]).toMatchObject({ note: 'Prefers mornings', editable: 1, module_id: id })
  const note = body.notes[0].note_id
  const customer = as('customer')
  expect((await customer('GET', `/people/${id}/notes`)).body.notes[0].editable).toBe(0)
  expect((await customer('PATCH', `/people/${id}/notes/${note}`, { note: 'x' })).status).toBe(405)
  expect((await customer('DELETE', `/notes/${note}`)).status).toBe(405)
  const changed = await support('PATCH', `/people/${id}/notes/${note}`, { note: 'Prefers evenings' })
  expect(changed.body.notes[0].note).toBe('Prefers evenings')
  const late = { note: 'Prefers noon', if_updated_at: body.notes[0].updated_at }
  expect((await support('PATCH', `/people/${id}/notes/${note}`, late)).status).toBe(409)
  expect((await support('POST', `/people/${id}/notes`, { note: '  ' })).status).toBe(422)
  expect((await staff('DELETE', `/people/${id}/notes/${note}`)).body.notes).toEqual([])
})
