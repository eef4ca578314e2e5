import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { codeTo, linkTo, mailsTo } from '#server/domains/access/testing/outbox.ts'
import {
  type NewUser,
  newUser,
  PASSWORD,
  signIn,
  withToken,
} from '#server/domains/access/testing/signInAs.ts'

const NEW = 'Other#Quay26'
let server: TestServer
let count = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await sql`delete from user_notifications`.execute(server.db)
  await sql`delete from mails`.execute(server.db)
})

type Call = ReturnType<typeof withToken>
const staff: Call = (...args) => server.as('administrator').call(...args)

/** A user who signs in with an e-mail address. */
async function mailUser(): Promise<NewUser & { call: Call; people_id: number }> {
  count += 1
  const user = (await newUser(server, { username: `owner${count}@ullage.example` })) as NewUser & {
    people_id: number
  }
  const { body } = await signIn(server, user.username)
  return { ...user, call: withToken(server, body.token) }
}
const received = async (call: Call) => {
  await server.settle()
  const { notifications } = (await call('GET', '/me/notifications?page_size=0')).body
  return notifications.map(({ subject, message }: any) => [subject, message])
}
const subjectsTo = async (receiver: string) =>
  (await mailsTo(server, receiver)).map(({ subject }: { subject: string }) => subject)

describe("an account's owner is notified", () => {
  test('when the password changes: by themselves, by staff, by a link', async () => {
    const { user_id, username, call } = await mailUser()
    const own = { current_password: PASSWORD, password: NEW, confirm_password: NEW }
    expect((await call('PATCH', '/me/password', own)).status).toBe(200)
    const byStaff = await staff('PATCH', `/users/${user_id}`, { password: PASSWORD })
    expect(byStaff.status, byStaff.raw).toBe(200)
    // The mails to these two are sent first, so the code is in the last mail.
    await server.settle()
    await server.as(null).call('POST', '/authenticate/request_reset', { username })
    const code = await codeTo(server, username)
    const chosen = { code, password: NEW, confirm_password: NEW }
    const reset = await server.as(null).call('POST', '/authenticate/reset_password', chosen)
    expect(reset.status, reset.raw).toBe(200)
    const { body } = await signIn(server, username, NEW)
    expect(await received(withToken(server, body.token))).toEqual([
      ['Your password was changed', 'This was done with a link that was e-mailed to you.'],
      ['Your password was changed', expect.stringMatching(/^This was done by .+\.$/)],
      ['Your password was changed', 'This was done from your own account.'],
    ])
    const changed = (await mailsTo(server, username)).filter(({ subject }) => subject.includes('changed'))
    expect(changed).toHaveLength(3)
    expect(await linkTo(server, username)).toContain('/users/my_profile?tab=security')
    for (const mail of changed) expect(JSON.stringify(mail)).not.toContain(NEW)
  })

  test('when the user name changes, also at the old address', async () => {
    const { user_id, username, call } = await mailUser()
    const now = `renamed${user_id}@ullage.example`
    expect((await staff('PATCH', `/users/${user_id}`, { username: now })).status).toBe(200)
    for (const to of [username, now]) expect(await subjectsTo(to)).toEqual(['Your username was changed'])
    expect(await received(call)).toHaveLength(1)
    // Changes unrelated to the sign-in notify no one.
    expect((await staff('PATCH', `/users/${user_id}`, { last_name: 'Else' })).status).toBe(200)
    expect(await received(call)).toHaveLength(1)
  })

  test('when their e-mail addresses change, also at the previous address', async () => {
    const { people_id, username, call } = await mailUser()
    const first = { email_address: 'first@ullage.example', email_type: 'work' }
    const created = await staff('POST', `/people/${people_id}/emails`, first)
    expect(created.status, created.raw).toBe(200)
    const { entity_emails_id } = created.body.entity_email
    const path = `/people/${people_id}/emails/${entity_emails_id}`
    expect((await staff('PATCH', path, { email_type: 'home' })).status).toBe(200)
    expect(await received(call)).toHaveLength(1)
    await sql`delete from mails`.execute(server.db)
    const moved = await staff('PATCH', path, { email_address: 'second@ullage.example' })
    expect(moved.status, moved.raw).toBe(200)
    expect((await received(call))[0][0]).toBe('Your e-mail addresses were changed')
    for (const to of [username, 'first@ullage.example'])
      expect(await subjectsTo(to)).toEqual(['Your e-mail addresses were changed'])
    expect(await subjectsTo('second@ullage.example')).toEqual([])
    expect((await staff('DELETE', path)).status).toBe(200)
    expect(await received(call)).toHaveLength(3)
  })

  test('when they get a badge, or lose their second factor', async () => {
    const { user_id, username, call } = await mailUser()
    expect((await staff('POST', `/users/${user_id}/qr`, {})).status).toBe(200)
    expect(await received(call)).toEqual([['A badge was issued for you', expect.any(String)]])
    const reset = await staff('DELETE', `/users/${user_id}/second_factor`)
    expect(reset.status, reset.raw).toBe(200)
    expect(await subjectsTo(username)).toEqual([
      'A badge was issued for you',
      'Your two-factor sign-in was reset',
    ])
  })

  test('but not after they were deactivated', async () => {
    const { user_id, username } = await mailUser()
    expect((await staff('PATCH', `/users/${user_id}`, { status: 0 })).status).toBe(200)
    expect((await staff('PATCH', `/users/${user_id}`, { password: NEW })).status).toBe(200)
    expect(await subjectsTo(username)).toEqual([])
  })
})

describe('users who invite or approve', () => {
  test('are notified of an accepted invitation while they see the person', async () => {
    const { user_id: _, ...person } = (await mailUser()) as any
    await sql`delete from users where people_id = ${person.people_id}`.execute(server.db)
    const invited = await staff('POST', `/people/${person.people_id}/invite`, { login_type_id: 'customer' })
    expect(invited.status, invited.raw).toBe(200)
    const token = new URL(invited.body.invite.link).pathname.split('/')[3]
    const body = {
      username: `invited${person.people_id}@ullage.example`,
      password: PASSWORD,
      confirm_password: PASSWORD,
      phone_number: '+13135550123',
    }
    const accepted = await server.as(null).call('POST', `/authenticate/invite/${token}`, body)
    expect(accepted.status, accepted.raw).toBe(200)
    await server.settle()
    const { notifications } = (await staff('GET', '/me/notifications?page_size=0')).body
    expect(notifications).toMatchObject([
      {
        subject: expect.stringContaining('has accepted your invitation'),
        object_name: 'person',
        object_id: person.people_id,
      },
    ])
    expect(await received(server.as('employee').call)).toEqual([])
  })

  test('are notified of a waiting sign-up once its address is confirmed, and no one else is', async () => {
    const who = {
      company: 'Hopeful Fuels',
      first_name: 'Hope',
      last_name: 'Ful',
      username: 'hopeful@ullage.example',
      phone_number: '+13135550123',
      password: PASSWORD,
      confirm_password: PASSWORD,
    }
    expect((await server.as(null).call('POST', '/authenticate/sign_up', who)).status).toBe(200)
    const code = await codeTo(server, who.username)
    expect(await received(staff)).toEqual([])
    expect((await server.as(null).call('POST', '/authenticate/confirm_email', { code })).status).toBe(200)
    expect(await received(staff)).toEqual([
      ['Hopeful Fuels wants to sign up', 'Hope Ful is waiting for approval.'],
    ])
    const { notifications } = (await staff('GET', '/me/notifications?page_size=0')).body
    const { object_name, object_id } = notifications[0]
    expect(object_name).toBe('sign_up')
    expect((await staff('GET', `/sign_ups/${object_id}`)).body.sign_up.company).toBe('Hopeful Fuels')
    for (const other of ['customer', 'distributor', 'driver'] as const)
      expect(await received(server.as(other).call)).toEqual([])
    // Users who lose the right to see sign-ups no longer see the notification.
    const support = server.as('customer_support').call
    expect(await received(support)).toHaveLength(1)
    const { rows } = await sql<{ user_id: number }>`
      select user_id from users where username = 'customer-support@test.example'`.execute(server.db)
    const path = `/users/${rows[0]!.user_id}/company/${COMPANY.own}/permissions`
    expect((await staff('PATCH', path, { withdrawn: ['users.read'] })).status).toBe(200)
    expect(await received(support)).toEqual([])
  })
})
