import { type KyselyPlugin, type RawNode, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { codeTo, mailsTo } from '../testing/outbox.ts'
import { newUser, PASSWORD, signIn, withToken } from '../testing/signInAs.ts'
import { requestReset } from './resetPassword.ts'

const NEW = 'Brand#New26'

let server: TestServer
let count = 0
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: '1' })
})
afterAll(() => server.close())
beforeEach(() => sql`delete from access_requests`.execute(server.db))

const call = (method: string, path: string, body?: object, headers = {}) =>
  server.as(null).call(method, path, body, headers)
const ask = (username: string, headers = {}) =>
  call('POST', '/authenticate/request_reset', { username }, headers)
const choose = (code: string, more: object = {}) =>
  call('POST', '/authenticate/reset_password', { code, password: NEW, confirm_password: NEW, ...more })

async function newAddressedUser() {
  count += 1
  return newUser(server, { username: `reset${count}@ullage.example` })
}
async function withCode() {
  const user = await newAddressedUser()
  await ask(user.username)
  return { ...user, code: await codeTo(server, user.username) }
}

describe('a forgotten password', () => {
  test('is replaced by the link of a mail; the old one and all sessions end, and the user is notified', async () => {
    const user = await newAddressedUser()
    const { body: session } = await signIn(server, user.username)
    await ask(user.username.toUpperCase())
    const code = await codeTo(server, user.username)
    const read = await call('GET', `/authenticate/request_reset/${code}`)
    expect(read.body.reset).toEqual({ username: user.username })
    expect((await choose(code)).status).toBe(200)
    expect((await signIn(server, user.username)).status).toBe(401)
    expect((await signIn(server, user.username, NEW)).status).toBe(200)
    expect((await withToken(server, session.token)('GET', '/users/current')).status).toBe(403)
    const subjects = (await mailsTo(server, user.username)).map(({ subject }) => subject)
    expect(subjects).toEqual(['Choose a new password', 'Your password was changed'])
  })

  test('gives the same response, with the same statements, for an unknown name', async () => {
    const { username } = await newAddressedUser()
    const statements: string[] = []
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (node.kind === 'RawNode') statements.push((node as RawNode).sqlFragments.join('?'))
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const workFor = async (name: string) => {
      statements.length = 0
      const db = server.db.withPlugin(counting)
      await requestReset(
        { actor: systemActor, db, now: new Date(), encryptor: server.encryptor },
        name,
        '203.0.113.5',
      )
      return [...statements]
    }
    const known = await workFor(username)
    expect(known.length).toBeGreaterThan(2)
    expect(await workFor('nobody@ullage.example')).toEqual(known)
    const responses = [await ask(username), await ask('nobody@ullage.example')]
    expect(responses[0]!.status).toBe(200)
    expect(responses[1]!.body.message).toBe(responses[0]!.body.message)
    expect(await mailsTo(server, 'nobody@ullage.example')).toEqual([])
  })

  test('sends nothing to a deactivated user, nor to a name that is not an address', async () => {
    const gone = await newAddressedUser()
    await server.as('administrator').call('PATCH', `/users/${gone.user_id}`, { status: 0 })
    const plain = await newUser(server, { username: 'plainname1' })
    await ask(gone.username)
    await ask(plain.username)
    expect(await mailsTo(server, gone.username)).toEqual([])
    expect(await mailsTo(server, plain.username)).toEqual([])
  })

  test('can be reset at most five times an hour for a name, thirty from an address', async () => {
    for (let n = 0; n < 5; n += 1) expect((await ask('often@ullage.example')).status).toBe(200)
    const sixth = await ask('OFTEN@ullage.example')
    expect(sixth.status).toBe(429)
    expect(sixth.headers['retry-after']).toBeDefined()
    const from = { 'x-forwarded-for': '203.0.113.77' }
    for (let n = 0; n < 30; n += 1) expect((await ask(`n${n}@ullage.example`, from)).status).toBe(200)
    expect((await ask('n31@ullage.example', from)).status).toBe(429)
    expect((await ask('n31@ullage.example')).status).toBe(200)
  })
})

describe('the code of a reset', () => {
  test('works once, even for two concurrent calls', async () => {
    const { code } = await withCode()
    const responses = await Promise.all([choose(code), choose(code)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await choose(code)).status).toBe(404)
    expect((await call('GET', `/authenticate/request_reset/${code}`)).status).toBe(404)
  })

  test('is invalid when altered, expired, or replaced by a newer one', async () => {
    const first = await withCode()
    const altered = `${first.code.slice(0, -2)}${first.code.endsWith('AA') ? 'BB' : 'AA'}`
    expect((await choose(altered)).status).toBe(404)
    await ask(first.username)
    const second = await codeTo(server, first.username)
    expect((await choose(first.code)).status).toBe(404)
    await sql`update access_codes set expires_at = now() - interval '1 second'`.execute(server.db)
    expect((await call('GET', `/authenticate/request_reset/${second}`)).status).toBe(404)
    expect((await choose(second)).status).toBe(404)
    expect((await signIn(server, first.username)).status).toBe(200)
  })

  test('lasts an hour and is stored as a hash only', async () => {
    const { code, user_id } = await withCode()
    const { rows } = await sql<{ s: number; text: string }>`
      select extract(epoch from expires_at - now()) as s, access_codes::text as text
      from access_codes where user_id = ${user_id}`.execute(server.db)
    expect(Number(rows[0]!.s)).toBeGreaterThan(3_500)
    expect(Number(rows[0]!.s)).toBeLessThanOrEqual(3_600)
    expect(rows[0]!.text).not.toContain(code)
  })

  test('changes no other user, and becomes invalid when the password or the right to sign in changes', async () => {
    const one = await withCode()
    const other = await withCode()
    await choose(one.code, { username: other.username, user_id: other.user_id })
    expect((await signIn(server, other.username)).status).toBe(200)
    const { body } = await signIn(server, other.username)
    const changed = await withToken(server, body.token)('PATCH', '/me/password', {
      current_password: PASSWORD,
      password: NEW,
      confirm_password: NEW,
    })
    expect(changed.status).toBe(200)
    expect((await choose(other.code)).status).toBe(404)
    const third = await withCode()
    await server.as('administrator').call('PATCH', `/users/${third.user_id}`, { status: 0 })
    await server.as('administrator').call('PATCH', `/users/${third.user_id}`, { status: 1 })
    expect((await choose(third.code)).status).toBe(404)
  })

  test('stays valid when the new password breaks a rule', async () => {
    const { code } = await withCode()
    const short = await choose(code, { password: 'Ab1!', confirm_password: 'Ab1!' })
    expect(short.status).toBe(422)
    expect(short.body.errors[0]).toMatchObject({ field: 'password' })
    const differs = await choose(code, { confirm_password: 'Other#New26' })
    expect(differs.body.errors[0]).toMatchObject({ field: 'confirm_password' })
    expect((await choose(code, { confirm_password: undefined })).status).toBe(422)
    expect((await choose(code)).status).toBe(200)
  })

  test('no one can read it in the outbox; a distributor reads the text of no mail', async () => {
    const { username, code } = await withCode()
    const found = await server.as('administrator').call('GET', `/mails?search=${username}`)
    expect(found.raw).not.toContain(code)
    const path = `/mails/${found.body.mails[0].mail_id}`
    for (const type of ['employee', 'customer_support', 'administrator', 'developer'] as const) {
      const { body, raw } = await server.as(type).call('GET', path)
      expect(body.mail.text, type).toContain('new password')
      expect(raw, type).not.toContain(code)
    }
    for (const more of ['/export?format=csv', `/print?mail_id=${path.split('/')[2]}`]) {
      expect((await server.as('developer').call('GET', `/mails${more}`)).raw).not.toContain(code)
    }
    const distributor = await server.as('distributor').call('GET', path)
    expect(distributor.body.mail?.text ?? null).toBeNull()
    expect((await server.as('customer').call('GET', path)).status).toBe(405)
  })
})
