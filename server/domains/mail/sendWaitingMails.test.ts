import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestPost, type TestPost } from '#server/app/testing/startTestPost.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { productItself } from '#server/platform/context.ts'
import { openLog } from '#server/platform/log.ts'
import { sendMail } from './sendMail.ts'
import { type Mailer, openMailer } from './sendWaitingMails.ts'

const PUBLIC = 'https://tanks.example'

let server: TestServer
let post: TestPost
let mailers: Mailer[]
beforeAll(async () => {
  server = await startTestServer()
  post = await startTestPost({ username: 'ull@ge', password: 'p:w' })
  const open = () => openMailer(server.db, { smtpUrl: post.url, publicUrl: PUBLIC }, openLog('silent'))
  mailers = [open(), open()]
})
afterAll(async () => {
  for (const mailer of mailers) mailer.close()
  await post.close()
  await server.close()
})
beforeEach(async () => {
  post.received.length = 0
  post.refusals.clear()
  await sql`delete from mails`.execute(server.db)
})

const write = (to: string, more: { language?: string; link?: string; username?: string } = {}) =>
  sendMail(
    { actor: productItself, db: server.db, now: new Date() },
    {
      to,
      company_id: null,
      language: more.language ?? 'en',
      template: 'reset',
      params: { username: more.username ?? to },
      ...(more.link && { link: more.link }),
    },
  )
const sendAll = () => mailers[0]!.sendWaiting()
const rows = async () =>
  (await sql<Record<string, unknown>>`select * from mails order by mail_id`.execute(server.db)).rows
const makeDue = () => sql`update mails set next_try_at = now()`.execute(server.db)

test('a mail arrives once, as HTML and text, with its link, and its secret leaves the outbox', async () => {
  await write('ann@example.com', { link: '/session/reset_password/secret-code' })
  expect(await sendAll()).toBe(1)
  expect(await sendAll()).toBe(0)
  expect(post.received).toHaveLength(1)
  const { to, mail } = post.received[0]!
  expect(to).toEqual(['ann@example.com'])
  expect(mail.from?.address).toBe('ullage@example.com')
  expect(mail.subject).toBe('Choose a new password')
  const link = `${PUBLIC}/session/reset_password/secret-code`
  expect(mail.text).toContain(link)
  expect(mail.html).toContain(`href="${link}"`)
  const [row] = await rows()
  expect(row).toMatchObject({ state: 'sent', tries: 1, link: null })
  expect(JSON.stringify(row)).not.toContain('secret-code')
})

test('it is written in the language of its reader, in his direction, and markup in names is no markup', async () => {
  await write('eva@example.com', { language: 'es', username: '<b>Eva</b>' })
  await write('amal@example.com', { language: 'ar' })
  await sendAll()
  const [spanish, arabic] = post.received.map(({ mail }) => mail)
  expect(spanish!.subject).toBe('Elija una contraseña nueva')
  expect(spanish!.html).toContain('&lt;b&gt;Eva&lt;/b&gt;')
  expect(spanish!.html).not.toContain('<b>')
  expect(spanish!.html).toContain('dir="ltr"')
  expect(arabic!.html).toContain('dir="rtl"')
})

test('two servers at once send each mail once', async () => {
  for (let n = 0; n < 12; n += 1) await write(`reader${n}@example.com`)
  const counts = await Promise.all(mailers.map((mailer) => mailer.sendWaiting()))
  expect(counts[0]! + counts[1]!).toBe(12)
  expect(new Set(post.received.map(({ to }) => to[0])).size).toBe(12)
  expect(post.received).toHaveLength(12)
})

test('what is refused for now is tried again with growing pauses, what is refused for good is not', async () => {
  post.refusals.set('later@example.com', 451).set('never@example.com', 550)
  await write('later@example.com', { link: '/a' })
  await write('never@example.com', { link: '/b' })
  await sendAll()
  const [later, never] = await rows()
  expect(later).toMatchObject({ state: 'waiting', tries: 1, link: '/a' })
  expect(never).toMatchObject({ state: 'failed', tries: 1, link: null })
  expect(String(never!['error'])).toContain('not now')
  expect(await sendAll()).toBe(0)
  const pauseOf = async () => {
    const { rows: found } = await sql<{ s: number }>`
      select extract(epoch from next_try_at - updated_at)::int as s from mails where receiver like 'later%'`.execute(
      server.db,
    )
    return found[0]!.s
  }
  const first = await pauseOf()
  await makeDue()
  await sendAll()
  expect(await pauseOf()).toBeGreaterThan(first)
  post.refusals.clear()
  await makeDue()
  expect(await sendAll()).toBe(1)
})

test('it gives up after a day, and never sends again what was interrupted while it was sent', async () => {
  await write('old@example.com', { link: '/a' })
  await write('cut@example.com', { link: '/b' })
  await sql`update mails set created_at = now() - interval '25 hours' where receiver like 'old%'`.execute(
    server.db,
  )
  await sql`update mails set claimed_at = now() - interval '16 minutes' where receiver like 'cut%'`.execute(
    server.db,
  )
  expect(await sendAll()).toBe(0)
  expect((await rows()).map(({ state, link }) => [state, link])).toEqual([
    ['failed', null],
    ['failed', null],
  ])
})

test('a mail whose cause was undone is never sent', async () => {
  await server.db
    .transaction()
    .execute(async (db) => {
      await sendMail(
        { actor: productItself, db, now: new Date() },
        { to: 'x@example.com', company_id: null, language: 'en', template: 'reset', params: {} },
      )
      throw new Error('undone')
    })
    .catch(() => {})
  expect(await sendAll()).toBe(0)
})
