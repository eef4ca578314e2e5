// Deliberately long: all tests share one receiver and one server.
import { spawnSync } from 'node:child_process'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { apiKeyOf } from '#server/app/testing/apiKeyOf.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { testProduct, waitingOrder } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { closeAlerts, openAlerts } from '#server/domains/alerts/openAndCloseAlerts.ts'
import { driverTools } from '#server/domains/shipments/driver/testing/driverTools.ts'
import { systemActor } from '#server/platform/context.ts'
import { audit } from '#server/resources/history/audit.ts'
import { removeRecord } from '#server/resources/operations.ts'
import { cleanWebhookDeliveries, sendDeliveries } from './sendDeliveries.ts'

interface ReceivedRequest {
  path: string
  headers: IncomingHttpHeaders
  text: string
}

let server: TestServer
let receiver: Server
let address: string
let received: ReceivedRequest[] = []
/** The statuses of the next responses. */
let answers: number[] = []
/** Requests to `/held`, which are answered later. */
let held: ServerResponse[] = []
beforeAll(async () => {
  server = await startTestServer()
  receiver = createServer((request, reply) => {
    let text = ''
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => {
      received.push({ path: request.url!, headers: request.headers, text })
      if (request.url === '/held') return held.push(reply)
      const status = answers.shift() ?? 204
      reply.writeHead(status, status === 302 ? { location: `${address}/elsewhere` } : {}).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  await staff('PATCH', '/settings', { webhooks_private: 1 })
})
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await server.close()
})
beforeEach(async () => {
  received = []
  answers = []
  held = []
  await sql`delete from webhooks`.execute(server.db)
})

const staff = (method: string, path: string, body?: object) =>
  server.as('administrator').call(method, path, body)
const distributor = (method: string, path: string, body?: object) =>
  server.as('distributor').call(method, path, body)
const customer = (method: string, path: string, body?: object) =>
  server.as('customer').call(method, path, body)
const context = () => ({
  actor: systemActor,
  db: server.db,
  now: new Date(),
  encryptor: server.encryptor,
})
/** Handles all pending events, then runs the sender once. */
async function run(): Promise<void> {
  await server.settle()
  await sendDeliveries(context())
}
/** Makes waiting deliveries due: pauses and leases have passed. */
async function later(): Promise<void> {
  await sql`update webhook_deliveries set next_try_at = now() where state = 'waiting'`.execute(server.db)
  await sql`update webhooks set rests_until = null`.execute(server.db)
}

async function webhookOf(
  call: typeof staff,
  event_types: string[],
  more: object = {},
): Promise<{ id: number; secret: string }> {
  const body = { name: 'ERP', url: `${address}/hook`, event_types, ...more }
  const { body: created, raw, status } = await call('POST', '/webhooks', body)
  if (status !== 200) throw new Error(raw)
  const id = created.webhook.webhook_id
  const { body: renewed } = await call('POST', `/webhooks/${id}/secret`)
  return { id, secret: renewed.secret }
}
/** Opens an alert of a new device. */
async function alertAt(company_id: number, level: 'urgent' | 'offline' = 'urgent') {
  const { device_id } = await deviceWithTank(server, { company: company_id })
  const alert = { device_id, company_id, port_number: 1, level, value: 10 } as const
  const opened = await server.db.transaction().execute((db) => openAlerts({ ...context(), db }, [alert]))
  return opened[0]!
}
const close = (alert_id: number) =>
  server.db.transaction().execute((db) => closeAlerts({ ...context(), db }, [alert_id]))
const messages = () => received.map(({ text }) => JSON.parse(text))
const types = () => messages().map(({ type }) => type)
const ids = () => received.map(({ headers }) => headers['webhook-id'])
const receivedPaths = () => received.map(({ path }) => path)
async function deliveriesOf(id: number): Promise<any[]> {
  const { body } = await customer('GET', `/webhook_deliveries?webhook_id=${id}`)
  return body.webhook_deliveries
}

const PYTHON = `
import base64, hashlib, hmac, json, sys
m = json.load(sys.stdin)
key = base64.b64decode(m["secret"].removeprefix("whsec_"))
signed = f'{m["id"]}.{m["timestamp"]}.{m["text"]}'.encode()
expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
sys.exit(0 if any(hmac.compare_digest(s, "v1," + expected) for s in m["signature"].split(" ")) else 1)
`
function verifiedByPython({ headers, text }: ReceivedRequest, secret: string): boolean {
  const input = JSON.stringify({
    ...{ secret, text, id: headers['webhook-id'], timestamp: headers['webhook-timestamp'] },
    signature: headers['webhook-signature'],
  })
  return spawnSync('python3', ['-c', PYTHON], { input }).status === 0
}

const hasPython = spawnSync('python3', ['--version']).status === 0

describe('a message', () => {
  test('about a crossed level is signed so that the library of the standard verifies it', async () => {
    const { id, secret } = await webhookOf(customer, ['level.crossed', 'device.silent'])
    const { alert_id, device_id } = await alertAt(COMPANY.customer)
    await alertAt(COMPANY.customer, 'offline')
    await run()
    expect(types()).toEqual(['level.crossed', 'device.silent'])
    const [first] = received as [ReceivedRequest]
    const headers = first.headers as Record<string, string>
    expect(new Webhook(secret).verify(first.text, headers)).toMatchObject({
      type: 'level.crossed',
      data: { kind: 'alerts', id: alert_id, action: 'opened', device_id, level: 'urgent', status: 'open' },
    })
    expect(() => new Webhook(secret).verify(`${first.text} `, headers)).toThrow('signature')
    const { rows } = await sql`select * from webhooks where webhook_id = ${id}`.execute(server.db)
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6))
    await run()
    expect(received).toHaveLength(2)
  })

  test.skipIf(!hasPython)('is verified by a program of the standard library of Python', async () => {
    const { secret } = await webhookOf(customer, ['alert.opened'])
    await alertAt(COMPANY.customer)
    await run()
    expect(verifiedByPython(received[0]!, secret)).toBe(true)
    expect(verifiedByPython({ ...received[0]!, text: `${received[0]!.text} ` }, secret)).toBe(false)
  })

  test('about an order follows its commit; a refused change is not reported', async () => {
    await webhookOf(staff, ['order.changed'])
    const { product_id } = await testProduct(server)
    const details = [{ product_id, quantity: '10', unit_price: '2' }]
    const { document_id } = await waitingOrder(server, { details })
    await run()
    const before = received.length
    expect(before).toBeGreaterThan(0)
    expect(messages()[0].data).toMatchObject({
      ...{ kind: 'transaction_documents', id: document_id, action: 'create' },
      document_type: 'sales_order',
    })
    expect(
      (await staff('PATCH', `/transaction_documents/${document_id}`, { due_date: 'never' })).status,
    ).toBe(422)
    const failed = server.db.transaction().execute(async (db) => {
      await audit({ ...context(), db }, 'transaction_documents', document_id, 'update')
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    await run()
    expect(received).toHaveLength(before)
  })

  test('about readings has the newest level of each tank', async () => {
    await webhookOf(customer, ['readings.stored'])
    const own = await deviceWithTank(server)
    const foreign = await deviceWithTank(server, { company: COMPANY.stranger })
    const time = Date.now() - 60_000
    for (const { send } of [own, foreign])
      expect((await send({ records: [record(time, 25)] })).status).toBe(200)
    await run()
    expect(types()).toEqual(['readings.stored'])
    const [reading, ...more] = messages()[0].data.readings
    expect(more).toEqual([])
    expect(reading).toMatchObject({ device_id: own.device_id, port_number: 1, percent: 25, height: 500 })
  })

  test('about a deleted round goes to webhooks that received one about it before', async () => {
    await webhookOf(staff, ['shipment.changed'])
    const on = await driverTools(server)
    const planned = await on.round([on.load('Barn')])
    await run()
    expect(messages().at(-1).data).toMatchObject({ kind: 'shipment_planners', id: planned.id })
    await webhookOf(staff, ['shipment.changed'], { url: `${address}/late` })
    received = []
    await server.db
      .transaction()
      .execute((db) => removeRecord({ ...context(), db }, shipment_planners, planned.id))
    await run()
    expect(receivedPaths()).toEqual(['/hook'])
    expect(messages()[0].data).toEqual({ kind: 'shipment_planners', id: planned.id, action: 'delete' })
  })
})

describe('a webhook', () => {
  test('receives only what its account may see at that moment', async () => {
    const { id } = await webhookOf(customer, ['alert.opened'])
    await webhookOf(distributor, ['alert.opened'], { url: `${address}/above` })
    await alertAt(COMPANY.stranger)
    await alertAt(COMPANY.distributor)
    await run()
    expect(receivedPaths()).toEqual(['/above'])
    const { rows } = await sql<{ user_id: number }>`
      select user_id from users where username = 'customer@test.example'`.execute(server.db)
    const withdraw = (permissions: string[]) =>
      sql`update accounts set withdrawn_permissions = ${permissions}::text[] where user_id = ${rows[0]!.user_id}`.execute(
        server.db,
      )
    await withdraw(['devices.read'])
    await alertAt(COMPANY.customer)
    await run()
    expect(receivedPaths()).toEqual(['/above', '/above'])
    await withdraw([])
    await sql`with leaver as (
        update users set status = 0 where username = 'technician@test.example' returning user_id)
      update webhooks set user_id = leaver.user_id from leaver where webhook_id = ${id}`.execute(server.db)
    await alertAt(COMPANY.customer)
    await run()
    expect(receivedPaths()).toEqual(['/above', '/above', '/above'])
    const { body } = await staff('GET', '/webhooks?status=disabled')
    expect(body.webhooks).toMatchObject([{ disabled_reason: 'account', company_id: COMPANY.customer }])
  })

  test('gets messages about one record in order, and messages about others in the meantime', async () => {
    const { id } = await webhookOf(customer, ['alert.opened', 'alert.closed'])
    answers = [500]
    const first = await alertAt(COMPANY.customer)
    await run()
    await close(first.alert_id)
    await run()
    expect(types()).toEqual(['alert.opened'])
    expect(await deliveriesOf(id)).toMatchObject([
      { event_type: 'alert.closed', state: 'waiting', tries: 0 },
      { event_type: 'alert.opened', state: 'waiting', tries: 1, last_status: 500, last_error: 'HTTP 500' },
    ])
    await sql`update webhooks set rests_until = null`.execute(server.db)
    await alertAt(COMPANY.customer)
    await run()
    expect(types()).toEqual(['alert.opened', 'alert.opened'])
    expect(ids()[1]).not.toBe(ids()[0])
    await later()
    await run()
    expect(types().slice(2)).toEqual(['alert.opened', 'alert.closed'])
    expect(ids()[2]).toBe(ids()[0])
  })

  test('delays no other webhook while it hangs, and no second server sends its message at the same time', async () => {
    await webhookOf(customer, ['alert.opened'], { url: `${address}/held` })
    await webhookOf(staff, ['alert.opened'])
    await alertAt(COMPANY.customer)
    await server.settle()
    const runs = [sendDeliveries(context())]
    await expect.poll(() => receivedPaths().sort()).toEqual(['/held', '/hook'])
    await alertAt(COMPANY.customer)
    await server.settle()
    await expect.poll(() => receivedPaths().filter((path) => path === '/hook')).toHaveLength(2)
    await close((await alertAt(COMPANY.stranger)).alert_id)
    await server.settle()
    runs.push(sendDeliveries(context()))
    await expect.poll(() => receivedPaths().filter((path) => path === '/hook')).toHaveLength(3)
    expect(ids().length).toBe(new Set(ids()).size)
    answers = []
    while (held.length > 0) held.pop()!.writeHead(204).end()
    await expect.poll(() => receivedPaths().filter((path) => path === '/held')).toHaveLength(2)
    while (held.length > 0) held.pop()!.writeHead(204).end()
    await Promise.all(runs)
  })

  test('gets a message again with the same id if the server was killed before the response', async () => {
    const { id } = await webhookOf(customer, ['alert.opened'], { url: `${address}/held` })
    await alertAt(COMPANY.customer)
    await server.settle()
    const killed = sendDeliveries({ ...context(), db: withoutTransactions(server.db) })
    await expect.poll(() => held.length).toBe(1)
    held.pop()!.writeHead(204).end()
    await expect(killed).rejects.toThrow('killed')
    await run()
    expect(received).toHaveLength(1)
    await later()
    const again = sendDeliveries(context())
    await expect.poll(() => held.length).toBe(1)
    held.pop()!.writeHead(204).end()
    await again
    expect(ids()[1]).toBe(ids()[0])
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'sent', tries: 1, last_status: 204 }])
  })

  test('is not redirected, and reaches neither http nor a private address unless a setting allows it', async () => {
    const { id } = await webhookOf(customer, ['alert.opened'])
    answers = [302]
    await alertAt(COMPANY.customer)
    await run()
    expect(receivedPaths()).toEqual(['/hook'])
    await staff('PATCH', '/settings', { webhooks_private: 0 })
    await later()
    await run()
    expect((await deliveriesOf(id))[0].last_error).toContain('https')
    await sql`update webhooks set url = replace(url, 'http:', 'https:')`.execute(server.db)
    await later()
    await run()
    expect((await deliveriesOf(id))[0].last_error).toContain('private network')
    expect(received).toHaveLength(1)
    const body = { name: 'ERP', url: 'http://erp.example.com', event_types: ['alert.opened'] }
    const refused = await customer('POST', '/webhooks', body)
    expect([refused.status, refused.body.errors]).toMatchObject([422, [{ field: 'url' }]])
    const changed = await customer('PATCH', `/webhooks/${id}`, { url: body.url })
    expect([changed.status, changed.body.errors]).toMatchObject([422, [{ field: 'url' }]])
    await staff('PATCH', '/settings', { webhooks_private: 1 })
  })

  test('is disabled after failing for three days, and administrators of its company are notified', async () => {
    const { id } = await webhookOf(customer, ['alert.opened'])
    answers = [500]
    await alertAt(COMPANY.customer)
    await sql`update webhooks set failing_since = now() - interval '73 hours'`.execute(server.db)
    await run()
    const { body } = await customer('GET', `/webhooks/${id}`)
    expect(body.webhook).toMatchObject({
      ...{ status: 'disabled', disabled_reason: 'failing', last_error: 'HTTP 500' },
    })
    const { rows } = await sql<{ username: string }>`select username from user_notifications
      join users using (user_id) where told = 'webhook_disabled' order by 1`.execute(server.db)
    expect(rows.map(({ username }) => username)).toContain('customer@test.example')
    expect(rows.map(({ username }) => username)).not.toContain('stranger@test.example')
    expect(JSON.stringify((await customer('GET', '/me/notifications')).body)).toContain(
      'Webhook “ERP” was disabled',
    )
    await later()
    await run()
    expect(received).toHaveLength(1)
    await customer('PATCH', `/webhooks/${id}`, { status: 'active' })
    await run()
    expect(received).toHaveLength(2)
  })

  test('is disabled at once if it answers 410; a message is given up after three days', async () => {
    const { id } = await webhookOf(customer, ['alert.opened'])
    answers = [500, 410]
    await alertAt(COMPANY.customer)
    await server.settle()
    await sql`update webhook_deliveries set queued_at = now() - interval '73 hours'`.execute(server.db)
    await run()
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'failed', next_try_at: null }])
    await later()
    await alertAt(COMPANY.customer)
    await run()
    expect((await customer('GET', `/webhooks/${id}`)).body.webhook.disabled_reason).toBe('gone')
  })

  test('is tested and replayed; only its user changes its address', async () => {
    const { id } = await webhookOf(customer, ['alert.opened'])
    answers = [204, 500]
    expect((await customer('POST', `/webhooks/${id}/test`)).body.test).toEqual({ status: 204, error: null })
    expect((await customer('POST', `/webhooks/${id}/test`)).body.test).toEqual({
      ...{ status: 500, error: 'HTTP 500' },
    })
    await alertAt(COMPANY.customer)
    await run()
    expect(types()).toEqual(['test', 'test', 'alert.opened'])
    const [delivery, test_] = await deliveriesOf(id)
    const replay = ({ webhook_delivery_id }: any) =>
      customer('POST', `/webhook_deliveries/${webhook_delivery_id}/replay`)
    expect((await replay(test_)).status).toBe(409)
    expect((await replay(delivery)).status).toBe(200)
    await run()
    expect(ids()[3]).toBe(ids()[2])
    expect((await staff('PATCH', `/webhooks/${id}`, { url: `${address}/other` })).status).toBe(405)
    expect((await staff('POST', `/webhooks/${id}/secret`)).status).toBe(405)
    const disabled = await staff('PATCH', `/webhooks/${id}`, { status: 'disabled' })
    expect(disabled.body.webhook).toMatchObject({ status: 'disabled', disabled_reason: 'user' })
    await alertAt(COMPANY.customer)
    const refused = await replay(delivery)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This webhook is disabled. Activate it first.',
    ])
    await run()
    expect(received).toHaveLength(4)
  })

  test('sends nothing before it has a secret', async () => {
    const body = { name: 'ERP', url: `${address}/hook`, event_types: ['alert.opened'] }
    const { body: created } = await customer('POST', '/webhooks', body)
    expect((await customer('POST', `/webhooks/${created.webhook.webhook_id}/test`)).status).toBe(409)
    await alertAt(COMPANY.customer)
    await customer('POST', `/webhooks/${created.webhook.webhook_id}/secret`)
    await run()
    expect(received).toEqual([])
  })

  test('is closed to API keys and to users of other companies', async () => {
    const { id } = await webhookOf(customer, ['alert.opened'])
    const key = await apiKeyOf(server.db, 'customer')
    const byKey = (path: string) => server.as(null).call('POST', path, {}, { authorization: `Bearer ${key}` })
    expect((await byKey('/webhooks')).status).toBe(405)
    expect((await byKey(`/webhooks/${id}/secret`)).status).toBe(405)
    const stranger = server.as('stranger')
    expect((await stranger.call('GET', `/webhooks/${id}`)).status).toBe(404)
    expect((await stranger.call('POST', `/webhooks/${id}/secret`)).status).toBe(404)
    expect((await stranger.call('POST', `/webhooks/${id}/test`)).status).toBe(404)
  })

  test('has a limited log', async () => {
    const { id } = await webhookOf(customer, ['alert.opened'])
    await sql`insert into webhook_deliveries (webhook_id, message_id, event_type, payload, state, created_at)
      select ${id}, 'msg_' || n, 'alert.opened', '{}', 'sent', case when n = 10050 then now() - interval '31 days' else now() end
      from generate_series(1, 10050) n`.execute(server.db)
    await cleanWebhookDeliveries.run(context())
    const { rows } = await sql<{
      count: number
      oldest: string
    }>`select count(*)::int as count, min(message_id) as oldest
      from webhook_deliveries where webhook_id = ${id}`.execute(server.db)
    expect(rows[0]!.count).toBe(10_000)
  })
})

/** A database whose server is killed before it opens another transaction. */
function withoutTransactions(db: TestServer['db']): TestServer['db'] {
  return new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction')
        return () => {
          throw new Error('killed')
        }
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
