import { inspect } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { en, type MailTemplate } from '#core/domains/mail/templates.en.ts'
import { startTestMailServer, type TestMailServer } from '#server/app/testing/startTestMailServer.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { codeTo } from '#server/domains/access/testing/outbox.ts'
import { newUser } from '#server/domains/access/testing/signInAs.ts'
import { systemActor } from '#server/platform/context.ts'
import type { Log } from '#server/platform/log.ts'
import { sendMail } from './sendMail.ts'
import { openMailer } from './sendWaitingMails.ts'

const CODE = 'kq7-Zv3xUeR1_mYp0sWnTg4bHcLdJf8aOi2'
const READERS = ['administrator', 'developer', 'customer_support', 'employee', 'distributor'] as const

let server: TestServer
let post: TestMailServer
beforeAll(async () => {
  server = await startTestServer()
  post = await startTestMailServer()
})
afterAll(async () => {
  await post.close()
  await server.close()
})
beforeEach(async () => {
  await sql`delete from mails`.execute(server.db)
  post.received.length = 0
  post.repeats = false
})

const templates = Object.keys(en) as MailTemplate[]
const write = (template: MailTemplate) =>
  sendMail(
    { actor: systemActor, db: server.db, now: new Date(), encryptor: server.encryptor },
    {
      to: `${template}@example.com`,
      company_id: null,
      language: 'en',
      template,
      params: { username: 'ann', title: 'A title', detail: 'A detail', message: 'Text', name: 'Ann' },
      link: `/session/${template}/${CODE}`,
    },
  )

/** Every response that contains a mail. */
async function everyView(): Promise<Record<string, string>> {
  const { rows } = await sql<{ mail_id: number }>`select mail_id from mails`.execute(server.db)
  const ids = rows.map(({ mail_id }) => mail_id)
  const paths = [
    '/mails?page_size=100',
    `/mails?page_size=100&search=${CODE}`,
    '/mails/export?format=csv',
    `/search?search=${CODE.slice(0, 12)}`,
    '/audit_entries?page_size=100',
    ...ids.flatMap((id) => [`/mails/${id}`, `/mails/${id}/history`, `/mails/print?mail_id=${id}`]),
  ]
  const seen: Record<string, string> = {}
  for (const type of READERS)
    for (const path of paths) seen[`${type} ${path}`] = (await server.as(type).call('GET', path)).raw
  return seen
}
/** Everything that is stored about mails and actions on them. */
async function everythingStored(): Promise<string> {
  const { rows } = await sql<{ row: string }>`
    select to_jsonb(m)::text as row from mails m union all select to_jsonb(a)::text from audit_entries a
    union all select to_jsonb(e)::text from events e`.execute(server.db)
  return rows.map(({ row }) => row).join('\n')
}
const leaks = (views: Record<string, string>, secret: string) =>
  Object.entries(views).flatMap(([view, text]) => (text.includes(secret) ? [view] : []))

test.each(templates)(
  '%s: only the recipient sees its link, before and after it was sent',
  async (template) => {
    await write(template)
    const views = await everyView()
    expect(Object.keys(views).length).toBeGreaterThan(20)
    expect(leaks(views, CODE)).toEqual([])
    expect(await everythingStored()).not.toContain(CODE)

    const logged: string[] = []
    const note = (...entry: unknown[]) => void logged.push(inspect(entry, { depth: 6 }))
    const log = { warn: note, info: note, error: note } as unknown as Log
    const open = () =>
      openMailer(
        server.db,
        { smtpUrl: post.url, publicUrl: 'https://t.example', encryptor: server.encryptor },
        log,
      )
    // A mail server whose refusals quote the mail.
    post.repeats = true
    let mailer = open()
    await mailer.sendWaiting()
    mailer.close()
    expect(post.received.length).toBe(1)
    expect(logged.join()).toContain('not now')
    expect(logged.join()).not.toContain(CODE)
    expect(leaks(await everyView(), CODE)).toEqual([])
    expect(await everythingStored()).not.toContain(CODE)

    post.repeats = false
    await sql`update mails set next_try_at = now()`.execute(server.db)
    mailer = open()
    expect(await mailer.sendWaiting()).toBe(1)
    mailer.close()
    if (en[template].action) expect(post.received.at(-1)?.mail.text).toContain(CODE)
    expect(leaks(await everyView(), CODE)).toEqual([])
    const { rows } = await sql`select from mails where link_sealed is not null`.execute(server.db)
    expect(rows).toEqual([])
  },
)

test('an administrator who requests a developer’s password reset reads no link', async () => {
  const { username } = await newUser(server, { login_type_id: 'developer', company_id: 1 })
  const requested = await server.as(null).call('POST', '/authenticate/request_reset', { username })
  expect(requested.status, requested.raw).toBe(200)
  const code = await codeTo(server, username)
  expect(code.length).toBeGreaterThan(20)
  expect(leaks(await everyView(), code)).toEqual([])
})
