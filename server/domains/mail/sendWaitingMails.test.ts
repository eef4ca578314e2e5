import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestMailServer, type TestMailServer } from '#server/app/testing/startTestMailServer.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { openLog } from '#server/platform/log.ts'
import { sendMail } from './sendMail.ts'
import { type Mailer, openMailer } from './sendWaitingMails.ts'

const PUBLIC = 'https://tanks.example'

let server: TestServer
let post: TestMailServer
let mailers: Mailer[]
beforeAll(async () => {
  server = await startTestServer()
  post = await startTestMailServer({ username: 'ull@ge', password: 'p:w' })
  const open = () =>
    openMailer(
      server.db,
      { smtpUrl: post.url, publicUrl: PUBLIC, encryptor: server.encryptor },
      openLog('silent'),
    )
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
    { actor: systemActor, db: server.db, now: new Date(), encryptor: server.encryptor },
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

test('a mail arrives once, as HTML and text, with its link, and its secret is deleted', async () => {
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
  expect(row).toMatchObject({ state: 'sent', tries: 1, link_sealed: null })
  expect(JSON.stringify(row)).not.toContain('secret-code')
})

test('a mail is in the reader’s language and text direction, and markup in names is escaped', async () => {
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

test('a temporary refusal is retried with growing pauses, a permanent one is not', async () => {
  post.refusals.set('later@example.com', 451).set('never@example.com', 550)
  await write('later@example.com', { link: '/a' })
  await write('never@example.com', { link: '/b' })
  await sendAll()
  const [later, never] = await rows()
  expect(later).toMatchObject({ state: 'waiting', tries: 1, link_sealed: expect.any(String) })
  expect(never).toMatchObject({ state: 'failed', tries: 1, link_sealed: null })
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

test('a mail that still fails after a day is given up, unless it was never tried', async () => {
  post.refusals.set('old@example.com', 451)
  await write('old@example.com', { link: '/a' })
  await write('late@example.com', { link: '/b' })
  await sql`update mails set created_at = now() - interval '25 hours'`.execute(server.db)
  expect(await sendAll()).toBe(1)
  expect((await rows()).map(({ state, link_sealed }) => [state, link_sealed])).toEqual([
    ['failed', null],
    ['sent', null],
  ])
})

test('mails of a killed server are sent after its lease has ended, and not before', async () => {
  for (let n = 0; n < 5; n += 1) await write(`reader${n}@example.com`)
  const [taken, handedOver] = await rows()
  await sql`update mails set leased_until = now() + interval '1 minute', tries = 1
    where mail_id in (${taken!['mail_id']}, ${handedOver!['mail_id']})`.execute(server.db)
  await sql`update mails set handed_over_at = now() where mail_id = ${handedOver!['mail_id']}`.execute(
    server.db,
  )
  expect(await sendAll()).toBe(3)
  await sql`update mails set leased_until = now() - interval '1 hour' where state = 'waiting'`.execute(
    server.db,
  )
  expect(await sendAll()).toBe(2)
  expect((await rows()).map(({ state }) => state)).toEqual(Array(5).fill('sent'))
  expect(post.received.map(({ to }) => to[0]).sort()).toEqual(
    [0, 1, 2, 3, 4].map((n) => `reader${n}@example.com`),
  )
})

test('only one mail is in progress at a time, and a mail that may have arrived is resent with the same id', async () => {
  for (let n = 0; n < 4; n += 1) await write(`reader${n}@example.com`)
  const inProgress = async () =>
    (await rows()).filter(({ state, leased_until }) => state === 'waiting' && leased_until !== null).length
  const seen: number[] = []
  post.onData = async () => {
    seen.push(await inProgress())
  }
  await sendAll()
  post.onData = undefined
  expect(seen).toEqual([1, 1, 1, 1])
  const again = post.received[0]!
  await sql`update mails set state = 'waiting', leased_until = now() - interval '1 minute', handed_over_at = now()
    where receiver = ${again.to[0]!}`.execute(server.db)
  await sendAll()
  expect(post.received.at(-1)!.mail.messageId).toBe(again.mail.messageId)
  expect(new Set(post.received.map(({ mail }) => mail.messageId)).size).toBe(4)
})

test('if a connection breaks during a mail, it is unknown whether the mail arrived, and it is resent', async () => {
  await write('cut@example.com', { link: '/a' })
  post.cuts = 1
  expect(await sendAll()).toBe(0)
  const [cut] = await rows()
  expect(cut).toMatchObject({ state: 'waiting', leased_until: null, handed_over_at: expect.anything() })
  await makeDue()
  expect(await sendAll()).toBe(1)
  expect(await rows()).toMatchObject([{ state: 'sent', handed_over_at: null, link_sealed: null }])
})

test('a mail whose cause was rolled back is never sent', async () => {
  await server.db
    .transaction()
    .execute(async (db) => {
      await sendMail(
        { actor: systemActor, db, now: new Date(), encryptor: server.encryptor },
        { to: 'x@example.com', company_id: null, language: 'en', template: 'reset', params: {} },
      )
      throw new Error('undone')
    })
    .catch(() => {})
  expect(await sendAll()).toBe(0)
})
