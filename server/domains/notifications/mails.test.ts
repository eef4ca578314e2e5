import { sql } from 'kysely'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { openMailer } from '#server/domains/mail/sendWaitingMails.ts'
import { productItself } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database.ts'
import { openLog } from '#server/platform/log.ts'
import { startSchedule } from '#server/platform/schedule.ts'
import { mailDigests } from './mailDigests.ts'
import { mailNotifications } from './mailNotifications.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const table of ['mails', 'user_notifications', 'daily_digests', 'alerts'])
    await sql`delete from ${sql.table(table)}`.execute(server.db)
  await sql`update people set notification_method = 'none', report_time = null, language = 'en',
    user_time_zone = 'America/New_York', unit_of_measure = 1`.execute(server.db)
})

const prefer = (who: string, values: Record<string, unknown>) =>
  server.db
    .updateTable('people' as never)
    .set(values as never)
    .where(sql<boolean>`people_id = (select people_id from users where username = ${`${who}@test.example`})`)
    .execute()

interface Mail {
  receiver: string
  subject: string
  body: string
  html: string
}
const mails = async () => (await sql<Mail>`select * from mails order by mail_id`.execute(server.db)).rows
const within = (
  run: (context: { actor: typeof productItself; db: Database; now: Date }) => Promise<void>,
  now: Date,
) => server.db.transaction().execute((db) => run({ actor: productItself, db, now }))

async function report(percent: number, label: string) {
  const device = await deviceWithTank(server, { device: { label } })
  const time = Math.floor(Date.now() / 1000) * 1000 - 600_000
  await device.send({ records: [record(time, percent)] })
  await server.settle()
}

describe('mails about notifications', () => {
  test('go to who chose e-mail, everything that waits in one, and never a second time', async () => {
    await prefer('customer', { notification_method: 'email' })
    await prefer('technician', { notification_method: 'sms' })
    await report(10, 'North')
    await within(mailNotifications, new Date())
    expect(await mails()).toMatchObject([{ receiver: 'customer@test.example', subject: 'Urgent: North' }])
    await within(mailNotifications, new Date())
    expect(await mails()).toHaveLength(1)
    await report(9, 'South')
    await report(8, 'East')
    await within(mailNotifications, new Date())
    const [, second] = await mails()
    expect(second).toMatchObject({ subject: '2 notifications' })
    for (const text of [second!.body, second!.html]) {
      expect(text).toContain('Urgent: South')
      expect(text).toContain('Urgent: East')
      expect(text).not.toContain('North')
    }
  })

  test('are written once by two servers at once, and not at all when writing them fails', async () => {
    for (const who of ['customer', 'technician', 'csr', 'driver'])
      await prefer(who, { notification_method: 'both' })
    await report(10, 'North')
    await within(async (context) => {
      await mailNotifications(context)
      throw new Error('the server dies')
    }, new Date()).catch(() => {})
    expect(await mails()).toEqual([])
    const task = { name: 'notification mails', everySeconds: 3600, run: mailNotifications }
    const log = openLog('silent')
    const servers = [1, 2, 3].map(() => startSchedule(server.db, [task], log))
    for (const one of servers) await one.close()
    // Whoever came second found the first at work; a later turn finds nothing left.
    await within(mailNotifications, new Date())
    const receivers = (await mails()).map(({ receiver }) => receiver)
    expect(receivers.toSorted()).toEqual(
      ['csr', 'customer', 'driver', 'technician'].map((who) => `${who}@test.example`),
    )
  })

  test('go to the address that a person marked for it', async () => {
    await prefer('customer', { notification_method: 'email' })
    await sql`insert into entity_emails (object_ref, object_id, email_address, email_type, prime, notify)
      select 'person', people_id, address, 'work', prime, notify
      from users, (values ('prime@example.com', 1, 0), ('wanted@example.com', 0, 1)) as given (address, prime, notify)
      where username = 'customer@test.example'`.execute(server.db)
    await report(10, 'North')
    await within(mailNotifications, new Date())
    expect((await mails()).map(({ receiver }) => receiver)).toEqual(['wanted@example.com'])
    await sql`delete from entity_emails`.execute(server.db)
  })
})

describe('the daily digest', () => {
  const at = (instant: string) => within(mailDigests, new Date(instant))
  const count = async () => (await mails()).length

  test('comes at the reader’s hour in his zone, once a day', async () => {
    await prefer('customer', { notification_method: 'email', report_time: '06:30' })
    await at('2026-06-10T10:29:00Z')
    expect(await count()).toBe(0)
    await at('2026-06-10T10:30:00Z')
    await at('2026-06-10T10:31:00Z')
    expect(await count()).toBe(1)
    await at('2026-06-11T10:30:00Z')
    expect(await count()).toBe(2)
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'Your tanks on Wednesday, June 10, 2026',
      'Your tanks on Thursday, June 11, 2026',
    ])
  })

  test('comes once when the clock is put forward over its hour, and once when the hour comes twice', async () => {
    await prefer('customer', { notification_method: 'email', report_time: '02:30' })
    // 8 March 2026, New York: after 01:59 comes 03:00.
    await at('2026-03-08T06:59:00Z')
    expect(await count()).toBe(0)
    await at('2026-03-08T07:00:00Z')
    await at('2026-03-08T07:30:00Z')
    expect(await count()).toBe(1)
    await prefer('customer', { report_time: '01:30' })
    // 1 November 2026: 01:30 comes at 05:30 and again at 06:30 of UTC.
    await at('2026-11-01T05:30:00Z')
    await at('2026-11-01T06:00:00Z')
    await at('2026-11-01T06:30:00Z')
    expect(await count()).toBe(2)
  })

  test('is made up for after a short standstill, over midnight too, and left out after a long one', async () => {
    await prefer('customer', { notification_method: 'email', report_time: '23:30' })
    await at('2026-06-11T04:10:00Z')
    expect((await mails())[0]!.subject).toContain('June 10')
    await at('2026-06-12T07:00:00Z')
    expect(await count()).toBe(1)
  })

  test('is written once by several servers', async () => {
    for (const who of ['customer', 'technician', 'csr'])
      await prefer(who, { notification_method: 'email', report_time: '06:30' })
    await Promise.all([1, 2, 3].map(() => at('2026-06-10T10:30:00Z')))
    expect(await count()).toBe(3)
  })

  test('tells what is open of what the reader sees, in his language', async () => {
    await report(10, 'North')
    await prefer('customer', { notification_method: 'email', report_time: '06:30', language: 'es' })
    await prefer('stranger', { notification_method: 'email', report_time: '06:30' })
    await at('2026-06-10T10:30:00Z')
    const told = new Map((await mails()).map((mail) => [mail.receiver, mail]))
    const own = told.get('customer@test.example')!
    expect(own.subject).toBe('Sus tanques el miércoles, 10 de junio de 2026')
    expect(own.body).toContain('Hay una alerta abierta. Tiene 1 avisos sin leer.')
    for (const text of [own.body, own.html]) expect(text).toContain('North')
    const foreign = told.get('stranger@test.example')!
    expect(foreign.body).toContain('no alert is open')
    expect(foreign.body).not.toContain('North')
  })
})

describe('the e-mail form', () => {
  const received: { to: string[]; mail: Email }[] = []
  let post: SMTPServer
  let refused: string | undefined
  beforeAll(async () => {
    post = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      authOptional: true,
      onRcptTo: ({ address }, _, done) =>
        done(address === refused ? Object.assign(new Error('no'), { responseCode: 451 }) : null),
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk) => chunks.push(chunk))
        stream.on('end', () => {
          void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
            received.push({ to: envelope.rcptTo.map(({ address }) => address), mail })
            done()
          })
        })
      },
    })
    await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => new Promise<void>((resolve) => post.close(resolve)))
  beforeEach(() => {
    received.length = 0
    refused = undefined
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

  test('reaches each address once with its files, and names no blind copy', async () => {
    const answer = await send(
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
    expect(answer).toMatchObject({ status: 200, body: { receivers: 4 } })
    refused = 'b@example.com'
    const { port } = post.server.address() as { port: number }
    const mailer = openMailer(
      server.db,
      { smtpUrl: `smtp://127.0.0.1:${port}`, publicUrl: 'https://x.example' },
      openLog('silent'),
    )
    expect(await mailer.sendWaiting()).toBe(3)
    refused = undefined
    await sql`update mails set next_try_at = now()`.execute(server.db)
    expect(await mailer.sendWaiting()).toBe(1)
    expect(await mailer.sendWaiting()).toBe(0)
    mailer.close()
    expect(received.flatMap(({ to }) => to).toSorted()).toEqual(
      ['a', 'b', 'blind', 'c'].map((one) => `${one}@example.com`),
    )
    for (const { mail } of received) {
      expect(mail.to?.map(({ address }) => address)).toEqual(['a@example.com', 'b@example.com'])
      expect(JSON.stringify(mail.headers)).not.toContain('blind@example.com')
      expect(mail.text).toContain('New <prices>')
      expect(mail.html).toContain('New &lt;prices&gt;')
      expect(mail.attachments.map(({ filename }) => filename)).toEqual(['prices.csv', 'terms.pdf'])
      expect(new TextDecoder().decode(mail.attachments[0]!.content as ArrayBuffer)).toContain('Diesel;1.20')
    }
  })

  test('refuses wrong addresses, missing fields, foreign files and foreign people, and writes nothing', async () => {
    const good = { to: 'a@example.com', subject: 'Hello', message: 'Hi' }
    const wrong: [object, number, string?][] = [
      [{ ...good, to: 'nobody' }, 422, 'to'],
      [{ ...good, cc: 'a@example.com, b@' }, 422, 'cc'],
      [{ to: good.to }, 422, 'subject'],
      [{ ...good, subject: 'x'.repeat(101) }, 422, 'subject'],
      [{ ...good, to: Array.from({ length: 51 }, (_, n) => `a${n}@example.com`).join(',') }, 422, 'to'],
    ]
    for (const [fields, status, field] of wrong) {
      const answer = await send(fields as Record<string, string>)
      expect(answer).toMatchObject({ status, body: { errors: [{ field }] } })
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

  test('is sent once when the same call comes again', async () => {
    const good = { to: 'a@example.com', subject: 'Hello', message: 'Hi' }
    for (const _ of [1, 2]) expect((await send(good, { key: 'one-and-the-same' })).status).toBe(200)
    expect(await mails()).toHaveLength(1)
  })
})
