import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { closeAlerts, openAlerts } from '#server/domains/alerts/openAndCloseAlerts.ts'
import { type Context, systemActor } from '#server/platform/context.ts'
import { openListener } from '#server/platform/database/listen.ts'
import { startSchedule } from '#server/platform/jobs/schedule.ts'
import { openLog } from '#server/platform/log.ts'
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
const within = (run: (context: Context) => Promise<void>, now: Date) =>
  server.db.transaction().execute((db) => run({ actor: systemActor, db, now, encryptor: server.encryptor }))

async function report(percent: number, label: string) {
  const device = await deviceWithTank(server, { device: { label } })
  const time = Math.floor(Date.now() / 1000) * 1000 - 600_000
  await device.send({ records: [record(time, percent)] })
  await server.settle()
}

async function offline(label: string) {
  const { device_id } = await deviceWithTank(server, { device: { label } })
  const alert = { device_id, company_id: COMPANY.customer, port_number: null, value: null }
  const context = { actor: systemActor, now: new Date(), encryptor: server.encryptor }
  const opened = await server.db
    .transaction()
    .execute((db) => openAlerts({ ...context, db }, [{ ...alert, level: 'offline' }]))
  return opened[0]!
}

describe('mails about notifications', () => {
  test('go to users who chose e-mail, everything pending in one mail, and only once', async () => {
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

  test('leave out notifications that the user has removed', async () => {
    await prefer('customer', { notification_method: 'email' })
    await report(10, 'North')
    await report(9, 'South')
    const { body } = await server.as('customer').call('GET', '/me/notifications?page_size=0')
    const north = body.notifications.find(({ subject }: Mail) => subject.includes('North'))
    expect(
      (await server.as('customer').call('DELETE', `/me/notifications/${north.notification_id}`)).status,
    ).toBe(200)
    await within(mailNotifications, new Date())
    expect(await mails()).toMatchObject([{ subject: 'Urgent: South' }])
  })

  test('leave out closed alerts after quiet hours, and readers who were removed or lost their right', async () => {
    const night = { quiet_from: '22:00', quiet_until: '06:30', user_time_zone: 'UTC' }
    const readers = ['customer', 'technician', 'csr']
    for (const who of readers) await prefer(who, { ...night, notification_method: 'email' })
    const devices = [await offline('North'), await offline('South')]
    await server.settle()
    await within(mailNotifications, new Date('2030-01-02T03:00:00Z'))
    expect(await mails()).toEqual([])
    const staff = server.as('administrator').call
    const { rows } = await sql<{ user_id: number; people_id: number }>`select user_id, people_id from users
      where username = any(${readers.map((who) => `${who}@test.example`)}) order by username`.execute(
      server.db,
    )
    const [csr, , technician] = rows
    const removed = await staff(
      'DELETE',
      `/devices/${devices[0]!.device_id}/alert_readers/${technician!.people_id}`,
    )
    expect(removed.status, removed.raw).toBe(200)
    const rights = `/users/${csr!.user_id}/company/${COMPANY.customer}/permissions`
    expect((await staff('PATCH', rights, { withdrawn: ['devices.read'] })).status).toBe(200)
    await within((context) => closeAlerts(context, [devices[1]!.alert_id]), new Date())
    await server.settle()
    await within(mailNotifications, new Date('2030-01-02T06:30:00Z'))
    expect(await mails()).toMatchObject([{ receiver: 'customer@test.example', subject: 'Offline: North' }])
    const states = await sql<{ send_state: string; count: number }>`select send_state, count(*)
      from user_notifications where channel is not null group by 1 order by 1`.execute(server.db)
    expect(states.rows).toEqual([
      { send_state: 'dropped', count: 5 },
      { send_state: 'sent', count: 1 },
    ])
    await staff('PATCH', rights, { withdrawn: [] })
  })

  test('fail for a user without an address, and do not count as sent', async () => {
    await prefer('technician', { notification_method: 'email' })
    const rename = (from: string, to: string) =>
      sql`update users set username = ${to} where username = ${from}`.execute(server.db)
    await rename('technician@test.example', 'technician')
    await report(10, 'North')
    await within(mailNotifications, new Date())
    await rename('technician', 'technician@test.example')
    expect(await mails()).toEqual([])
    const { rows } = await sql`select send_state, send_error from user_notifications
      where channel is not null`.execute(server.db)
    expect(rows).toEqual([{ send_state: 'failed', send_error: 'email: no address' }])
  })

  test('are written once by two servers at once, and not at all if writing fails', async () => {
    for (const who of ['customer', 'technician', 'csr', 'driver'])
      await prefer(who, { notification_method: 'email' })
    await report(10, 'North')
    await within(async (context) => {
      await mailNotifications(context)
      throw new Error('server failure')
    }, new Date()).catch(() => {})
    expect(await mails()).toEqual([])
    const task = { name: 'notification mails', everySeconds: 3600, run: mailNotifications }
    const log = openLog('silent')
    const { db, connection, encryptor } = server
    const listeners = await Promise.all(
      [1, 2, 3].map(() => openListener({ connection, channels: [], log, onSilence: () => {} })),
    )
    const servers = listeners.map((listener) =>
      startSchedule({ db, listener, tasks: [task], log, encryptor, onFailure: () => {} }),
    )
    for (const item of servers) await item.close()
    for (const listener of listeners) await listener.close()
    // The second server waits for the first; a later run finds nothing left.
    await within(mailNotifications, new Date())
    const receivers = (await mails()).map(({ receiver }) => receiver)
    expect(receivers.toSorted()).toEqual(
      ['csr', 'customer', 'driver', 'technician'].map((who) => `${who}@test.example`),
    )
  })

  test('go to the address that a person marked for notifications', async () => {
    await prefer('customer', { notification_method: 'email' })
    await sql`insert into entity_emails (object_ref, object_id, email_address, email_type, prime, notify)
      select 'person', people_id, address, 'work', prime, notify
      from users, (values ('prime@example.com', 1, 0), ('wanted@example.com', 0, 1)) as input (address, prime, notify)
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

  test('is sent at the reader’s hour in their time zone, once a day', async () => {
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

  test('is sent once if the clock skips its hour, and once if the hour occurs twice', async () => {
    await prefer('customer', { notification_method: 'email', report_time: '02:30' })
    // 8 March 2026 in New York: 01:59 is followed by 03:00.
    await at('2026-03-08T06:59:00Z')
    expect(await count()).toBe(0)
    await at('2026-03-08T07:00:00Z')
    await at('2026-03-08T07:30:00Z')
    expect(await count()).toBe(1)
    await prefer('customer', { report_time: '01:30' })
    // 1 November 2026: 01:30 occurs at 05:30 and again at 06:30 UTC.
    await at('2026-11-01T05:30:00Z')
    await at('2026-11-01T06:00:00Z')
    await at('2026-11-01T06:30:00Z')
    expect(await count()).toBe(2)
  })

  test('is sent late after a short downtime, even across midnight, and skipped after a long one', async () => {
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

  test("lists open alerts in the reader's reach, in their language", async () => {
    await report(10, 'North')
    await prefer('customer', { notification_method: 'email', report_time: '06:30', language: 'es' })
    await prefer('stranger', { notification_method: 'email', report_time: '06:30' })
    await at('2026-06-10T10:30:00Z')
    const byReceiver = new Map((await mails()).map((mail) => [mail.receiver, mail]))
    const own = byReceiver.get('customer@test.example')!
    expect(own.subject).toBe('Sus tanques el miércoles, 10 de junio de 2026')
    expect(own.body).toContain('Hay una alerta abierta. Tiene 1 avisos sin leer.')
    for (const text of [own.body, own.html]) expect(text).toContain('North')
    const foreign = byReceiver.get('stranger@test.example')!
    expect(foreign.body).toContain('no alert is open')
    expect(foreign.body).not.toContain('North')
  })
})
