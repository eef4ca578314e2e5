import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const FIELDS = 'phone_number,phone_number_formatted,email_address,login_type_id'

async function created(path: string, body: object) {
  const response = await server.as('administrator').call('POST', path, body)
  expect(response.status, response.raw).toBe(200)
  return response.body
}

async function newPerson(first_name: string) {
  const { person } = await created('/people', {
    first_name,
    last_name: 'Listed',
    company_id: COMPANY.customer,
  })
  return Number(person.people_id)
}

test('the list of people has the primary phone number and address of each', async () => {
  const [known, unknown] = [await newPerson('Ada'), await newPerson('Bert')]
  const owner = { object_ref: 'person', object_id: known }
  const phone = (phone_number: string, more = {}) =>
    created('/entity_phones', { ...owner, phone_number, phone_type: 'work', ...more })
  await phone('402 555 0101')
  await phone('402 555 0102', { prime: 1 })
  await created('/entity_emails', {
    ...{ ...owner, email_address: 'ada@example.com', email_type: 'work' },
  })
  const { status, body, raw } = await server
    .as('administrator')
    .call('GET', `/people?search=Listed&fields=combined_name,${FIELDS}`)
  expect(status, raw).toBe(200)
  const contactsOf = (id: number) =>
    body.people.find(({ people_id }: { people_id: number }) => people_id === id)
  expect(contactsOf(known)).toMatchObject({
    ...{ phone_number: '+14025550102', phone_number_formatted: '(402) 555-0102' },
    email_address: 'ada@example.com',
  })
  expect(contactsOf(unknown)).toMatchObject({ phone_number: null, email_address: null, login_type_id: null })
})

test('readers who may see users read the role of each person', async () => {
  const id = await newPerson('Cora')
  await sql`update users set people_id = ${id} where user_id = (select min(user_id) from users
    where company_id = ${COMPANY.customer} and login_type_id = 'customer')`.execute(server.db)
  const roleFor = async (as: 'administrator' | 'customer') => {
    const { body } = await server.as(as).call('GET', '/people?search=Cora&fields=login_type_id')
    return body.people[0].login_type_id
  }
  expect(await roleFor('administrator')).toBe('customer')
  await sql`update accounts set withdrawn_permissions = '{users.read}' where login_type_id = 'customer'`.execute(
    server.db,
  )
  await server.forgetRights()
  expect(await roleFor('customer')).toBeNull()
})
