import { createECDH, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { wakeSnoozedAlerts } from '#server/domains/alerts/changeAlert.ts'
import { closeAlerts, openAlerts } from '#server/domains/alerts/openAndCloseAlerts.ts'
import { systemActor } from '#server/platform/context.ts'
import { mailNotifications } from '../mailNotifications.ts'
import { sendDeliveries } from '../webhooks/sendDeliveries.ts'
import { sendMessages } from './sendMessages.ts'
import { twilioProvider } from './smsProvider.ts'

interface ReceivedRequest {
  url: string
  headers: IncomingMessage['headers']
  text: string
}

let server: TestServer
let standIn: Server
let address: string
let received: ReceivedRequest[] = []
let responses: { status: number; body?: object }[] = []
/** Responses that are withheld. */
let isSilent = false
const silent: ServerResponse[] = []

beforeAll(async () => {
  standIn = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({
        url: request.url!,
        headers: request.headers,
        text: Buffer.concat(parts).toString('latin1'),
      })
      if (isSilent) return silent.push(reply)
      const { status, body = {} } = responses.shift() ?? { status: 201 }
      reply.writeHead(status).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => standIn.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(standIn.address() as AddressInfo).port}`
  server = await startTestServer({ SMS_URL: smsUrl(), SMS_FROM: '+13135550199' })
  await server.as('administrator').call('PATCH', '/settings', { webhooks_private: 1 })
})
afterAll(async () => {
  standIn.closeAllConnections()
  standIn.close()
  await server.close()
})
beforeEach(async () => {
  received = []
  responses = []
  isSilent = false
  for (const table of [
    'mails',
    'user_notifications',
    'alerts',
    'push_subscriptions',
    'webhooks',
    'entity_phones',
    'on_call_shifts',
  ])
    await sql`delete from ${sql.table(table)}`.execute(server.db)
  await sql`update people set notification_method = 'none', urgent_method = null, quiet_from = null, quiet_until = null,
    user_time_zone = 'UTC', language = 'en'`.execute(server.db)
})

const smsUrl = () => `${address.replace('//', '//AC1:secret%2Ftoken@')}/2010-04-01/Accounts/AC1/Messages.json`
const customer = (method: string, path: string, body?: object) =>
  server.as('customer').call(method, path, body)
const context = (now = new Date()) => ({
  actor: systemActor,
  db: server.db,
  now,
  encryptor: server.encryptor,
})
const send = (now?: Date) => sendMessages(context(now), twilioProvider(smsUrl(), '+13135550199'))
const texts = () => received.map(({ text }) => new URLSearchParams(text).get('Body'))
const notices = async (who: 'customer' | 'stranger' | 'administrator' = 'customer') => {
  const { rows } = await sql<{
    alert_id: number
  }>`select alert_id from alerts order by alert_id desc limit 1`.execute(server.db)
  return server.as(who).call('GET', `/alerts/${rows[0]!.alert_id}/notices`)
}

async function prefer(values: object) {
  const { status, raw } = await customer('PATCH', '/me', values)
  if (status !== 200) throw new Error(raw)
}
async function givePhone() {
  const body = { phone_number: '+13135550142', country_iso_2: 'US', phone_type: 'mobile', prime: 1 }
  const { status, raw } = await customer('POST', '/me/phones', body)
  if (status !== 200) throw new Error(raw)
}
async function report(percent: number, label: string) {
  const device = await deviceWithTank(server, { device: { label } })
  await device.send({ records: [record(Math.floor(Date.now() / 1000) * 1000 - 600_000, percent)] })
  await server.settle()
  return device
}
async function subscribe(path = '/push/one') {
  const browser = createECDH('prime256v1')
  const keys = { p256dh: browser.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
  return customer('PUT', '/me/push_subscription', { endpoint: `${address}${path}`, keys })
}
const later = () =>
  sql`update user_notifications set send_next_at = now() where send_state = 'waiting'`.execute(server.db)

describe('text messages', () => {
  test('reach a user who chose them, in the form of the provider, once', async () => {
    await givePhone()
    await prefer({ notification_method: 'sms' })
    await report(10, 'North')
    await Promise.all([send(), send()])
    await send()
    expect(received).toHaveLength(1)
    expect(received[0]!.url).toBe('/2010-04-01/Accounts/AC1/Messages.json')
    expect(received[0]!.headers.authorization).toBe(
      `Basic ${Buffer.from('AC1:secret/token').toString('base64')}`,
    )
    const form = new URLSearchParams(received[0]!.text)
    expect([form.get('To'), form.get('From')]).toEqual(['+13135550142', '+13135550199'])
    expect(form.get('Body')).toContain('Urgent: North')
    await mailNotifications(context())
    expect((await sql`select * from mails`.execute(server.db)).rows).toEqual([])
    const { body } = await notices()
    expect(body).toMatchObject({
      alert_notices: [{ name: 'customer Test', channel: 'sms', state: 'sent', error: null }],
      others: 0,
    })
  })

  test('combine several alerts in one message', async () => {
    await givePhone()
    await prefer({ notification_method: 'sms' })
    for (const label of ['A', 'B', 'C', 'D']) await report(10, label)
    await send()
    expect(texts()).toHaveLength(1)
    expect(texts()[0]).toContain('Urgent: A')
    expect(texts()[0]).toContain('And 1 more.')
  })

  test('become an e-mail if they are refused, with the reason in the log', async () => {
    await givePhone()
    await prefer({ notification_method: 'sms' })
    responses = [{ status: 400, body: { code: 21211, message: 'The number +13135550142 is not valid' } }]
    await report(10, 'North')
    await send()
    await send()
    await mailNotifications(context())
    expect(received).toHaveLength(1)
    const { body } = await notices()
    expect(body.alert_notices).toMatchObject([
      { channel: 'email', state: 'waiting', error: 'sms: HTTP 400: The number … is not valid (21211)' },
    ])
  })

  test('are retried while the provider is busy, and then go by e-mail', async () => {
    await givePhone()
    await prefer({ notification_method: 'sms' })
    responses = [503, 429, 503, 503].map((status) => ({ status }))
    await report(10, 'North')
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await send()
      await later()
    }
    expect(received).toHaveLength(4)
    await mailNotifications(context())
    expect((await sql`select * from mails`.execute(server.db)).rows).toHaveLength(1)
  })

  test('are not resent if a stopped server may have sent them', async () => {
    await givePhone()
    await prefer({ notification_method: 'sms' })
    await report(10, 'North')
    isSilent = true
    void send().catch(() => {})
    await expect.poll(() => received.length).toBe(1)
    // The server was killed here: its lease expires.
    await sql`update user_notifications set handed_over_at = now() - interval '1 hour' where handed_over_at is not null`.execute(
      server.db,
    )
    isSilent = false
    await send()
    expect(received).toHaveLength(1)
    expect((await notices()).body.alert_notices).toMatchObject([{ state: 'uncertain' }])
    for (const reply of silent.splice(0)) reply.destroy()
  })

  test('say nothing about a device that the user may no longer see', async () => {
    await givePhone()
    await prefer({ notification_method: 'sms' })
    const { device_id } = await report(10, 'North')
    await sql`update devices set company_id = ${COMPANY.stranger} where device_id = ${device_id}`.execute(
      server.db,
    )
    await send()
    expect(received).toEqual([])
  })
})

async function snooze(): Promise<number> {
  const { rows } = await sql<{ alert_id: number }>`select alert_id from alerts`.execute(server.db)
  const { alert_id } = rows[0]!
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const { status, raw } = await customer('POST', `/alerts/${alert_id}/snooze`, { until })
  if (status !== 200) throw new Error(raw)
  return alert_id
}
async function wake(): Promise<void> {
  const now = new Date(Date.now() + 7_200_000)
  await Promise.all([wakeSnoozedAlerts(context(now)), wakeSnoozedAlerts(context(now))])
  await server.settle()
}

describe('the end of a snooze', () => {
  const receivers = async () => {
    await mailNotifications(context())
    const { rows } = await sql<{ receiver: string }>`select receiver from mails order by mail_id`.execute(
      server.db,
    )
    return rows.map(({ receiver }) => receiver)
  }

  test('notifies again, once for each snooze whatever the number of servers, even for an old alert', async () => {
    await prefer({ notification_method: 'email' })
    await report(10, 'North')
    expect(await receivers()).toHaveLength(1)
    await sql`update alerts set opened_at = opened_at - interval '3 days'`.execute(server.db)
    for (const count of [2, 3]) {
      await snooze()
      expect(await receivers()).toHaveLength(count - 1)
      await wake()
      await wake()
      expect(await receivers()).toHaveLength(count)
    }
    expect((await notices()).body.alert_notices).toHaveLength(3)
    const { rows } = await sql<{ alert_id: number }>`select alert_id from alerts`.execute(server.db)
    await server.db.transaction().execute((db) => closeAlerts({ ...context(), db }, [rows[0]!.alert_id]))
    await server.settle()
    const { body } = await customer('GET', '/me/notifications?page_size=0')
    expect(body.notifications.map(({ subject }: { subject: string }) => subject).toSorted()).toEqual([
      'Resolved: Urgent, North',
      ...['Urgent: North', 'Urgent: North', 'Urgent: North'],
    ])
  })

  test('notifies no one of an alert that was closed or acknowledged', async () => {
    await prefer({ notification_method: 'email' })
    const device = await report(10, 'North')
    await report(9, 'South')
    await receivers()
    const { rows } = await sql<{ alert_id: number; device_id: number }>`select * from alerts`.execute(
      server.db,
    )
    const until = new Date(Date.now() + 3_600_000).toISOString()
    for (const { alert_id } of rows) await customer('POST', `/alerts/${alert_id}/snooze`, { until })
    const south = rows.find(({ device_id }) => device_id !== device.device_id)!
    await customer('POST', `/alerts/${south.alert_id}/acknowledge`, {})
    for (const minutes of [8, 4]) await device.send({ records: [record(Date.now() - minutes * 60_000, 60)] })
    await server.settle()
    await wake()
    expect(await receivers()).toHaveLength(1)
  })

  test('is one line of the message if quiet hours also held back the opening', async () => {
    await givePhone()
    await prefer({ notification_method: 'sms', quiet_from: '22:00', quiet_until: '06:30' })
    await report(10, 'North')
    await snooze()
    await wake()
    await sql`update user_notifications set is_urgent = false`.execute(server.db)
    await send(new Date('2030-01-02T06:30:00Z'))
    expect(texts()).toHaveLength(1)
    expect(texts()[0]!.match(/Urgent: North/g)).toHaveLength(1)
  })
})

describe('a user chooses', () => {
  test('another channel for urgent alerts: one alert arrives once', async () => {
    await givePhone()
    await prefer({ notification_method: 'email', urgent_method: 'sms' })
    await report(10, 'North')
    await send()
    await mailNotifications(context())
    expect(received).toHaveLength(1)
    expect((await sql`select * from mails`.execute(server.db)).rows).toEqual([])
  })

  test('quiet hours, which urgent alerts ignore', async () => {
    await givePhone()
    await prefer({ notification_method: 'sms', quiet_from: '22:00', quiet_until: '06:30' })
    await report(10, 'North')
    await sql`update user_notifications set is_urgent = false`.execute(server.db)
    const night = new Date('2030-01-02T03:00:00Z')
    await send(night)
    await send(new Date('2030-01-01T22:00:00Z'))
    expect(received).toEqual([])
    await sql`update user_notifications set is_urgent = true`.execute(server.db)
    await send(night)
    expect(received).toHaveLength(1)
  })

  test('quiet hours, after which the rest follows', async () => {
    await givePhone()
    await prefer({ notification_method: 'sms', quiet_from: '22:00', quiet_until: '06:30' })
    await report(10, 'North')
    await sql`update user_notifications set is_urgent = false`.execute(server.db)
    await send(new Date('2030-01-02T06:29:00Z'))
    expect(received).toEqual([])
    await send(new Date('2030-01-02T06:30:00Z'))
    expect(received).toHaveLength(1)
  })

  test('both times of quiet hours, or none', async () => {
    const { status, raw } = await customer('PATCH', '/me', { quiet_from: '22:00' })
    expect([status, raw.includes('quiet_until')]).toEqual([422, true])
  })
})

describe('push messages', () => {
  test('reach the browser, encrypted and signed by the keys of the installation', async () => {
    expect((await subscribe()).status).toBe(200)
    await prefer({ notification_method: 'push' })
    await report(10, 'North')
    await Promise.all([send(), send()])
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({
      url: '/push/one',
      headers: { 'content-encoding': 'aes128gcm', urgency: 'high' },
    })
    expect(received[0]!.headers.authorization).toMatch(/^vapid t=.+, k=.+/)
    expect(received[0]!.text).not.toContain('North')
    expect((await notices()).body.alert_notices).toMatchObject([{ channel: 'push', state: 'sent' }])
  })

  test('become an e-mail if the browser withdrew its permission, and the browser is forgotten', async () => {
    await subscribe()
    await prefer({ notification_method: 'push' })
    responses = [{ status: 410 }]
    await report(10, 'North')
    await send()
    await mailNotifications(context())
    expect((await sql`select * from mails`.execute(server.db)).rows).toHaveLength(1)
    expect((await customer('GET', '/me/channels')).body.channels.browsers).toBe(0)
  })

  test('end with the session', async () => {
    await subscribe()
    expect((await customer('GET', '/me/channels')).body.channels.browsers).toBe(1)
    await sql`insert into sessions (token_hash, user_id, account_id, expires_at, revoked_at)
      select sha256('ended'::bytea), user_id, account_id, now() + interval '1 day', now() from accounts
      where user_id = (select user_id from push_subscriptions)`.execute(server.db)
    await sql`update push_subscriptions set session_id = (select max(session_id) from sessions)`.execute(
      server.db,
    )
    expect((await customer('GET', '/me/channels')).body.channels.browsers).toBe(0)
  })

  test('never go to a private network', async () => {
    await server.as('administrator').call('PATCH', '/settings', { webhooks_private: 0 })
    expect((await subscribe()).status).toBe(422)
    await server.as('administrator').call('PATCH', '/settings', { webhooks_private: 1 })
  })
})

describe('chats', () => {
  const chatOf = (format: string, more: object = {}) =>
    customer('POST', '/webhooks', {
      ...{ name: 'Yard', url: `${address}/services/secret`, format, event_types: ['alert.opened'] },
      ...more,
    })

  test.each(['slack', 'teams'])(
    '%s gets an alert once, as text; its address is shown no more',
    async (format) => {
      const { body, raw } = await chatOf(format)
      expect(raw).not.toContain('services/secret')
      expect(body.webhook).toMatchObject({ format, url: address, has_secret: 1 })
      await report(10, 'North')
      await sendDeliveries(context())
      await sendDeliveries(context())
      expect(received.map(({ url }) => url)).toEqual(['/services/secret'])
      expect(received[0]!.text).toContain('Urgent: North')
      expect(received[0]!.headers['webhook-signature']).toBeUndefined()
      expect((await notices()).body.alert_notices).toMatchObject([
        { name: 'Yard', channel: format, state: 'sent' },
      ])
      expect((await notices('administrator')).body.alert_notices).toHaveLength(1)
    },
  )

  test('take alerts only, keep their format, and report failures at once', async () => {
    expect((await chatOf('slack', { event_types: ['order.changed'] })).status).toBe(422)
    const { body } = await chatOf('slack')
    const { webhook_id, name } = body.webhook
    const patch = (values: object) => customer('PATCH', `/webhooks/${webhook_id}`, values)
    expect((await patch({ format: 'teams' })).status).toBe(422)
    expect((await patch({ name: `${name} 2`, url: address, format: 'slack' })).status).toBe(200)
    expect((await customer('POST', `/webhooks/${webhook_id}/secret`)).status).toBe(409)
    responses = [{ status: 404 }]
    const test = await customer('POST', `/webhooks/${webhook_id}/test`)
    expect(test.body.test.error).toBe('HTTP 404')
    expect(received[0]!.url).toBe('/services/secret')
    expect((await patch({ url: `${address}/services/other` })).body.webhook.url).toBe(address)
    await customer('POST', `/webhooks/${webhook_id}/test`)
    expect(received[1]!.url).toBe('/services/other')
  })
})

describe('a test', () => {
  const testOf = (channel: string) => customer('POST', `/me/channels/${channel}/test`)

  test('reports at once if something is missing or refused', async () => {
    expect((await testOf('sms')).body.test.error).toMatch(/phone number/)
    expect((await testOf('push')).body.test.error).toMatch(/browser/)
    expect((await testOf('email')).body.test.error).toMatch(/mail server/)
    await givePhone()
    responses = [{ status: 401, body: { code: 20003, message: 'Authenticate' } }]
    expect((await testOf('sms')).body).toMatchObject({
      test: { error: 'HTTP 401: Authenticate (20003)' },
      type: 'error',
    })
    expect((await testOf('sms')).body.test.error).toBeNull()
    await subscribe()
    expect((await testOf('push')).body.test.error).toBeNull()
  })

  test('is limited because text messages cost money, both at once and one after the other', async () => {
    await givePhone()
    const answers = await Promise.all(Array.from({ length: 15 }, () => testOf('sms')))
    const statuses = answers.map(({ status }) => status)
    statuses.push((await testOf('sms')).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(received).toHaveLength(10)
  })
})

describe('the log of an alert', () => {
  test('names only people whom the reader may see, and is not open to others', async () => {
    await givePhone()
    await prefer({ notification_method: 'sms' })
    await sql`update people set notification_method = 'email' where first_name = 'administrator'`.execute(
      server.db,
    )
    await report(10, 'North')
    await send()
    expect((await notices('stranger')).status).toBe(404)
    expect((await notices('administrator')).body.alert_notices).toHaveLength(2)
    expect((await notices()).body).toMatchObject({ alert_notices: [{ name: 'customer Test' }], others: 1 })
  })

  test('stays when its reader removes the notification', async () => {
    await givePhone()
    await prefer({ notification_method: 'sms' })
    await report(10, 'North')
    await send()
    const { body } = await customer('GET', '/me/notifications?page_size=5')
    expect(
      (await customer('DELETE', `/me/notifications/${body.notifications[0].notification_id}`)).status,
    ).toBe(200)
    expect((await customer('GET', '/me/notifications')).body.page.total_records).toBe(0)
    expect((await notices()).body.alert_notices).toHaveLength(1)
  })
})

describe('on call', () => {
  const ALWAYS = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' }))
  async function planned(...who: string[]) {
    for (const [index, name] of who.entries()) {
      await sql`update people set notification_method = 'email' where first_name = ${name}`.execute(server.db)
      const { rows } = await sql<{
        people_id: number
      }>`select people_id from people where first_name = ${name}`.execute(server.db)
      const body = {
        ...rows[0]!,
        company_id: COMPANY.customer,
        position: index + 1,
        hours: ALWAYS,
        time_zone: 'UTC',
      }
      const { status, raw } = await server.as('administrator').call('POST', '/on_call_shifts', body)
      if (status !== 200) throw new Error(raw)
    }
  }
  const mailed = async () => {
    await mailNotifications(context())
    const { rows } = await sql<{ receiver: string }>`select receiver from mails order by mail_id`.execute(
      server.db,
    )
    return rows.map(({ receiver }) => receiver.split('@')[0])
  }
  /** Lets the minutes until the next person pass. */
  const pass = async () => {
    await sql`update events set run_at = now()`.execute(server.db)
    await server.settle()
  }

  test('people are notified one after the other, each once, until the alert is answered', async () => {
    await planned('customer', 'technician', 'driver')
    await report(10, 'North')
    expect(await mailed()).toEqual(['customer'])
    await pass()
    expect(await mailed()).toEqual(['customer', 'technician'])
    const { rows } = await sql<{ alert_id: number }>`select alert_id from alerts`.execute(server.db)
    await customer('POST', `/alerts/${rows[0]!.alert_id}/acknowledge`, {})
    await pass()
    expect(await mailed()).toEqual(['customer', 'technician'])
  })

  test('the plan begins again when the snooze of the alert ends', async () => {
    await planned('customer', 'technician')
    await report(10, 'North')
    expect(await mailed()).toEqual(['customer'])
    await snooze()
    await pass()
    expect(await mailed()).toEqual(['customer'])
    await wake()
    expect(await mailed()).toEqual(['customer', 'customer'])
    await pass()
    expect(await mailed()).toEqual(['customer', 'customer', 'technician'])
  })

  test('a person without a notification method is mailed', async () => {
    await planned('customer')
    await sql`update people set notification_method = 'none' where first_name = 'customer'`.execute(server.db)
    await report(10, 'North')
    expect(await mailed()).toEqual(['customer'])
  })

  test('escalation ends with the last user of the plan, and no one is notified twice', async () => {
    await planned('customer', 'technician')
    await report(10, 'North')
    for (let time = 0; time < 4; time += 1) await pass()
    expect((await mailed()).toSorted()).toEqual(['customer', 'technician'])
    expect((await sql`select * from events`.execute(server.db)).rows).toEqual([])
  })

  test('alerts that are not urgent do not wait for the plan', async () => {
    await planned('customer', 'technician')
    const { device_id } = await deviceWithTank(server)
    const alert = {
      device_id,
      company_id: COMPANY.customer,
      port_number: null,
      level: 'offline',
      value: null,
    } as const
    await server.db.transaction().execute((db) => openAlerts({ ...context(), db }, [alert]))
    await server.settle()
    expect((await mailed()).toSorted()).toEqual(['customer', 'technician'])
  })
})
