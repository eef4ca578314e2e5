import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const staff = (method: string, path: string, body?: object) =>
  server.as('administrator').call(method, path, body)
const named = { first_name: 'Ann', last_name: 'Lee', company_id: COMPANY.customer }

test('a person is created with a first phone and e-mail, which are primary', async () => {
  const { status, body, raw } = await staff('POST', '/people', {
    ...named,
    phone_number: '030 123456',
    country_id: 57,
    email_address: 'ann@farm.example',
    email_type: 'home',
  })
  expect(status, raw).toBe(200)
  const { people_id, entity_phones_id, entity_emails_id } = body.person
  expect((await staff('GET', `/people/${people_id}/phones`)).body.entity_phones).toMatchObject([
    { entity_phones_id, phone_number: '+4930123456', country_iso_2: 'DE', prime: 1 },
  ])
  expect((await staff('GET', `/people/${people_id}/emails`)).body.entity_emails).toMatchObject([
    { entity_emails_id, email_address: 'ann@farm.example', email_type: 'home', prime: 1 },
  ])
})

test('an invalid number or e-mail creates no person', async () => {
  const odd = { ...named, last_name: 'Nobody' }
  const phone = await staff('POST', '/people', { ...odd, phone_number: '12', email_address: 'a@b.example' })
  expect(phone).toMatchObject({ status: 422, body: { errors: [{ field: 'phone_number' }] } })
  const mail = await staff('POST', '/people', { ...odd, phone_number: '9705550142', email_address: 'ann' })
  expect(mail).toMatchObject({ status: 422, body: { errors: [{ field: 'email_address' }] } })
  expect((await staff('GET', '/people?search=Nobody')).body.people).toEqual([])
})

test('own preferences do not overwrite concurrent changes', async () => {
  const me = server.as('driver').call
  const { body } = await me('GET', '/me')
  const read = body.person.updated_at
  expect((await me('PATCH', '/me', { report_time: '07:30', if_updated_at: read })).body.person).toMatchObject(
    {
      report_time: '07:30',
    },
  )
  const late = await me('PATCH', '/me', { default_route: '/devices', if_updated_at: read })
  expect(late).toMatchObject({ status: 409, body: { current: { report_time: '07:30' } } })
})

test('the users of one person are found', async () => {
  const { body } = await staff('GET', '/users?search=dispatcher@test&page_size=1')
  const [{ people_id, user_id }] = body.users
  const found = await staff('GET', `/users?people_id=${people_id}&page_size=10`)
  expect(found.body.users.map((user: any) => user.user_id)).toEqual([user_id])
})
