import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { newUser, PASSWORD, signIn, withToken } from '../testing/signInAs.ts'

const OTHER = 'Other#Quay26'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let id = 0
let people_id = 0
let username = ''
let email_id = 0
/** A person at the open screen of a user who may change users. */
let thief: ReturnType<typeof withToken>
beforeEach(async () => {
  const created = await newUser(server, { login_type_id: 'administrator', company_id: 1 })
  id = created.user_id
  username = created.username
  thief = withToken(server, (await signIn(server, username)).body.token)
  const { body } = await thief('GET', '/users/current')
  people_id = body.user.people_id
  const mail = await server.as('developer').call('POST', `/people/${people_id}/emails`, {
    email_address: 'mine@example.com',
    email_type: 'work',
  })
  email_id = mail.body.entity_email.entity_emails_id
})

/** This user's sign-in methods and mail address. */
async function credentials(): Promise<unknown> {
  const { rows } = await sql`select u.username, u.password,
      (select json_agg(b order by b.kind) from badges b where b.user_id = u.user_id) as badges,
      (select json_agg(t) from totp_secrets t where t.user_id = u.user_id) as totp,
      (select json_agg(p) from passkeys p where p.user_id = u.user_id) as passkeys,
      (select json_agg(e order by e.entity_emails_id) from entity_emails e
        where e.object_ref = 'person' and e.object_id = u.people_id) as emails
    from users u where u.user_id = ${id}`.execute(server.db)
  return rows
}

const email = { email_address: 'thief@example.com', email_type: 'work', prime: 1 }
const password = { password: OTHER, confirm_password: OTHER }
const ways = (): [method: string, path: string, body: object][] => [
  ['PATCH', `/users/${id}`, password],
  ['PATCH', `/users/${id}`, { username: 'thief@example.com' }],
  ['PATCH', '/me/password', password],
  ['POST', `/users/${id}/qr`, {}],
  ['POST', `/users/${id}/rfid`, { rfid: '0A1B2C3D4E' }],
  ['POST', '/me/second_factor/totp', {}],
  ['DELETE', '/me/second_factor/totp', {}],
  ['POST', '/me/second_factor/recovery_codes', {}],
  ['POST', '/me/passkeys/options', {}],
  ['DELETE', '/me/passkeys/1', {}],
  ['DELETE', `/users/${id}/second_factor`, {}],
  ['POST', '/me/emails', email],
  ['POST', `/people/${people_id}/emails`, email],
  ['POST', '/entity_emails', { ...email, object_ref: 'person', object_id: people_id }],
  ['PATCH', `/me/emails/${email_id}`, { email_address: 'thief@example.com' }],
  ['PATCH', `/people/${people_id}/emails/${email_id}`, { email_address: 'thief@example.com' }],
  ['PATCH', `/entity_emails/${email_id}`, { email_address: 'thief@example.com' }],
  ['PATCH', '/entity_emails/bulk', { items: [{ id: email_id }], changes: { notify: 1 } }],
  ['DELETE', `/me/emails/${email_id}`, {}],
  ['DELETE', `/entity_emails/${email_id}`, {}],
]

test('a stolen session changes nothing of its user’s sign-in', async () => {
  const before = await credentials()
  for (const [method, path, body] of ways()) {
    for (const more of [{}, { current_password: '' }, { current_password: null }, { current_password: 7 }]) {
      const { status, raw } = await thief(method, path, { ...body, ...more })
      expect([status, raw.includes('current_password')], `${method} ${path} ${raw}`).toEqual([422, true])
    }
  }
  expect(await credentials()).toEqual(before)
})

test('a wrong password is refused, counted, and not stored', async () => {
  const before = await credentials()
  for (const [method, path, body] of ways().slice(0, 8)) {
    const { status, body: response } = await thief(method, path, { ...body, current_password: 'Guess#2026' })
    expect([status, response.errors?.[0]?.field], path).toEqual([422, 'current_password'])
  }
  for (const round of [1, 2, 3])
    await thief('PATCH', `/users/${id}`, { ...password, current_password: `Guess#${round}` })
  const stopped = await thief('POST', `/users/${id}/qr`, { current_password: PASSWORD })
  expect(stopped.status).toBe(429)
  expect(await credentials()).toEqual(before)
})

test('each of them is changed with the current password', async () => {
  const current_password = PASSWORD
  expect((await thief('POST', `/users/${id}/qr`, { current_password })).status).toBe(200)
  expect((await thief('POST', `/users/${id}/rfid`, { rfid: '1A2B3C4D5E', current_password })).status).toBe(
    200,
  )
  const mail = await thief('PATCH', `/me/emails/${email_id}`, {
    email_address: 'new@example.com',
    current_password,
  })
  expect(mail.body.entity_email, mail.raw).toMatchObject({ email_address: 'new@example.com' })
  const name = await thief('PATCH', `/users/${id}`, { username: `n${id}@example.com`, current_password })
  expect(name.body.user, name.raw).toMatchObject({ username: `n${id}@example.com` })
  expect((await thief('PATCH', `/users/${id}`, { ...password, current_password })).status).toBe(200)
  expect((await signIn(server, `n${id}@example.com`, OTHER)).status).toBe(200)
})

test('changes unrelated to the sign-in need no password', async () => {
  expect((await thief('PATCH', `/users/${id}`, { first_name: 'Other', username })).status).toBe(200)
  expect((await thief('PATCH', `/me/emails/${email_id}`, { email_type: 'home' })).status).toBe(200)
})

test.each(['own', 'staff', 'link'] as const)(
  'a QR code ends with the password: changed by %s',
  async (way) => {
    const { body } = await thief('POST', `/users/${id}/qr`, { current_password: PASSWORD })
    const bySlip = () => server.as(null).call('POST', '/authenticate/qr', { qr_code: body.qr_code })
    expect((await bySlip()).status).toBe(200)
    if (way === 'own') await thief('PATCH', '/me/password', { ...password, current_password: PASSWORD })
    if (way === 'staff') await server.as('developer').call('PATCH', `/users/${id}`, password)
    if (way === 'link') {
      const code = 'x'.repeat(43)
      await sql`insert into access_codes (code_hash, purpose, user_id, expires_at)
      values (sha256(${code}::text::bytea), 'reset', ${id}, now() + interval '1 hour')`.execute(server.db)
      const reset = await server.as(null).call('POST', '/authenticate/reset_password', { code, ...password })
      expect(reset.status, reset.raw).toBe(200)
    }
    expect((await bySlip()).status).toBe(401)
  },
)

test('an impersonator changes neither the user’s credentials nor the impersonator’s own', async () => {
  const other = await newUser(server)
  const acting = await thief('GET', `/authenticate/login_as/${other.user_id}?mode=write`)
  const as = withToken(server, acting.body.token)
  for (const user_id of [other.user_id, id]) {
    const refused = await as('PATCH', `/users/${user_id}`, { ...password, current_password: PASSWORD })
    expect([404, 405], refused.raw).toContain(refused.status)
  }
  const mail = await as('POST', '/me/emails', { ...email, current_password: PASSWORD })
  expect(mail.status, mail.raw).toBe(405)
})

test.each(['create', 'own', 'invite', 'sign_up'] as const)('a password is repeated: %s', async (way) => {
  const person = async () =>
    (
      await server
        .as('developer')
        .call('POST', '/people', { first_name: 'In', last_name: 'Vited', company_id: 103 })
    ).body.person.people_id
  const tokenOf = async () => {
    const { body } = await server
      .as('developer')
      .call('POST', `/people/${await person()}/invite`, { login_type_id: 'customer' })
    return body.invite.link.split('/user_invite/')[1].split('/')[0]
  }
  const user = {
    username: `twice-${way.replace('_', '')}@example.com`,
    phone_number: '+13135550100',
    password: OTHER,
  }
  const whole = { ...user, first_name: 'A', last_name: 'B', company_id: 103, login_type_id: 'customer' }
  const call = {
    create: () => server.as('developer').call('POST', '/users', whole),
    own: () => thief('PATCH', '/me/password', { password: OTHER, current_password: PASSWORD }),
    invite: async () => server.as(null).call('POST', `/authenticate/invite/${await tokenOf()}`, user),
    sign_up: () =>
      server
        .as(null)
        .call('POST', '/authenticate/sign_up', { ...user, first_name: 'A', last_name: 'B', company: 'C' }),
  }[way]
  if (way === 'sign_up') await server.as('administrator').call('PATCH', '/settings', { sign_up: 1 })
  const { status, body, raw } = await call()
  expect([status, body.errors?.map(({ field }: { field: string }) => field)], raw).toEqual([
    422,
    ['confirm_password'],
  ])
})
