import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestMailServer, type TestMailServer } from '#server/app/testing/startTestMailServer.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { openMailer } from '#server/domains/mail/sendWaitingMails.ts'
import { openLog } from '#server/platform/log.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(() => sql`delete from mails`.execute(server.db))

const mails = async () => (await sql`select * from mails`.execute(server.db)).rows

describe('the e-mail form', () => {
  let post: TestMailServer
  beforeAll(async () => {
    post = await startTestMailServer()
  })
  afterAll(() => post.close())
  beforeEach(() => {
    post.received.length = 0
    post.refusals.clear()
  })

  type Who = Parameters<TestServer['as']>[0]
  const form = (fields: Record<string, string>, files: [name: string, content: string][] = []) => {
    const edge = 'edge-of-the-form'
    const parts = [
      ...Object.entries(fields).map(
        ([name, value]) => `--${edge}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      ),
      ...files.map(
        ([name, content]) =>
          `--${edge}\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n${content}\r\n`,
      ),
    ]
    return { payload: `${parts.join('')}--${edge}--\r\n`, type: `multipart/form-data; boundary=${edge}` }
  }
  const send = (
    fields: Record<string, string>,
    { files, who = 'employee', key }: { files?: [string, string][]; who?: Who; key?: string } = {},
  ) => {
    const { payload, type } = form(fields, files)
    return server.as(who).call('POST', '/notifications/email', payload, {
      'content-type': type,
      ...(key && { 'idempotency-key': key }),
    })
  }

  test('reaches each address once with its files, and does not disclose blind copies', async () => {
    const response = await send(
      {
        to: 'a@example.com, b@example.com',
        cc: 'c@example.com',
        bcc: 'blind@example.com',
        subject: 'Prices',
        message: 'New <prices>\nfrom May',
      },
      {
        files: [
          ['prices.csv', 'Product;Price\nDiesel;1.20'],
          ['../../terms.pdf', '%PDF-1.7 terms'],
        ],
      },
    )
    expect(response).toMatchObject({ status: 200, body: { receivers: 4 } })
    post.refusals.set('b@example.com', 451)
    const mailer = openMailer(
      server.db,
      { smtpUrl: post.url, publicUrl: 'https://x.example', encryptor: server.encryptor },
      openLog('silent'),
    )
    expect(await mailer.sendWaiting()).toBe(3)
    post.refusals.clear()
    await sql`update mails set next_try_at = now()`.execute(server.db)
    expect(await mailer.sendWaiting()).toBe(1)
    expect(await mailer.sendWaiting()).toBe(0)
    mailer.close()
    expect(post.received.flatMap(({ to }) => to).toSorted()).toEqual(
      ['a', 'b', 'blind', 'c'].map((item) => `${item}@example.com`),
    )
    for (const { mail } of post.received) {
      expect(mail.to?.map(({ address }) => address)).toEqual(['a@example.com', 'b@example.com'])
      expect(JSON.stringify(mail.headers)).not.toContain('blind@example.com')
      expect(mail.text).toContain('New <prices>')
      expect(mail.html).toContain('New &lt;prices&gt;')
      expect(mail.attachments.map(({ filename }) => filename)).toEqual(['prices.csv', 'terms.pdf'])
      expect(new TextDecoder().decode(mail.attachments[0]!.content as ArrayBuffer)).toContain('Diesel;1.20')
    }
  })

  test('refuses invalid addresses, missing fields, and files or people out of reach, and stores nothing', async () => {
    const good = { to: 'a@example.com', subject: 'Hello', message: 'Hi' }
    const invalid: [object, number, string?][] = [
      [{ ...good, to: 'nobody' }, 422, 'to'],
      [{ ...good, cc: 'a@example.com, b@' }, 422, 'cc'],
      [{ to: good.to }, 422, 'subject'],
      [{ ...good, subject: 'x'.repeat(101) }, 422, 'subject'],
      [{ ...good, to: Array.from({ length: 51 }, (_, n) => `a${n}@example.com`).join(',') }, 422, 'to'],
    ]
    for (const [fields, status, field] of invalid) {
      const response = await send(fields as Record<string, string>)
      expect(response).toMatchObject({ status, body: { errors: [{ field }] } })
    }
    for (const file of [
      ['run.exe', 'MZ'],
      ['photo.png', 'no picture'],
      ['note.txt', 'a\0b'],
      ['noname', 'x'],
    ] as [string, string][])
      expect((await send(good, { files: [file] })).status).toBe(415)
    expect((await send(good, { files: [['big.txt', 'x'.repeat(10_000_001)]] })).status).toBe(413)
    for (const who of ['customer', 'distributor'] as const)
      expect((await send(good, { who })).status).toBe(405)
    expect(await mails()).toEqual([])
  })

  test('is sent once when the call is repeated', async () => {
    const good = { to: 'a@example.com', subject: 'Hello', message: 'Hi' }
    for (const _ of [1, 2]) expect((await send(good, { key: 'one-and-the-same' })).status).toBe(200)
    expect(await mails()).toHaveLength(1)
  })
})
