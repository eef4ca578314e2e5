import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPANY, tokenOf } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { visibleKindsOf } from '#server/resources/rights/visibleKindsOf.ts'
import { type Actor, systemActor } from './context.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** An open page of some account: the events that it receives, as text. */
async function openPage(account: 'customer' | 'distributor' | 'stranger', loading_ms = 0) {
  const stop = new AbortController()
  const response = await fetch(`http://127.0.0.1:${server.port}/api/live?loading_ms=${loading_ms}`, {
    headers: { 'x-api-key': 'ullage-web', authorization: `Bearer ${tokenOf(account)}` },
    signal: stop.signal,
  })
  const page = { text: '', close: () => stop.abort() }
  const reader = response.body!.getReader()
  const read = async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      page.text += new TextDecoder().decode(value)
    }
  }
  read().catch(() => {})
  await expect.poll(() => page.text).toContain('ping')
  return page
}

test('a page receives events of its own devices and alerts, and of no others', async () => {
  const device = await deviceWithTank(server)
  const [own, foreign] = [await openPage('customer'), await openPage('stranger')]
  await device.send({ records: [record(Date.now(), 5)] })
  await expect
    .poll(() => own.text)
    .toContain(`event: devices\ndata: {"device_ids":[${device.device_id}],"pages":2}`)
  await expect.poll(() => own.text).toContain('event: alerts')
  expect(foreign.text).not.toContain('device_ids')
  own.close()
  foreign.close()
})

test('a page is notified that its rights have changed, and other pages are not', async () => {
  const [own, foreign] = [await openPage('customer'), await openPage('stranger')]
  const staff = server.as('administrator')
  const { body } = await staff.call('GET', '/users?search=customer@test.example&page_size=0')
  const { user_id, company_id } = body.users.find((user: any) => user.username === 'customer@test.example')
  const path = `/users/${user_id}/company/${company_id}/permissions`
  expect((await staff.call('PATCH', path, { withdrawn: ['tags.read'] })).status).toBe(200)
  await expect.poll(() => own.text).toContain('event: access')
  expect(foreign.text).not.toContain('event: access')
  await staff.call('PATCH', path, { withdrawn: [] })
  own.close()
  foreign.close()
})

test('a page gets no reports of devices once its account may not read them', async () => {
  const staff = server.as('administrator')
  const { body } = await staff.call('GET', '/users?search=customer@test.example&page_size=0')
  const { user_id, company_id } = body.users.find((user: any) => user.username === 'customer@test.example')
  const path = `/users/${user_id}/company/${company_id}/permissions`
  const device = await deviceWithTank(server)
  await staff.call('PATCH', path, { withdrawn: ['devices.read'] })
  const [own, witness] = [await openPage('customer'), await openPage('distributor')]
  await device.send({ records: [record(Date.now(), 10)] })
  await expect.poll(() => witness.text).toContain('event: alerts')
  expect(witness.text).toContain('event: devices')
  expect(own.text).not.toContain('device_ids')
  await staff.call('PATCH', path, { withdrawn: [] })
  own.close()
  witness.close()
})

test('a page is notified of a changed record, and other pages are not', async () => {
  const [own, foreign] = [await openPage('customer'), await openPage('stranger')]
  const { device_id } = await deviceWithTank(server)
  const path = `/devices/${device_id}`
  expect((await server.as('administrator').call('PATCH', path, { label: 'North yard' })).status).toBe(200)
  await expect
    .poll(() => own.text)
    .toContain(`event: changed\ndata: {"kind":"devices","key":"device_id","ids":[${device_id}],"pages":`)
  const tag = { tag: 'announced', company_id: COMPANY.stranger }
  expect((await server.as('administrator').call('POST', '/tags', tag)).status).toBe(200)
  await expect.poll(() => foreign.text).toContain('{"kind":"tags","key":"tag_id"')
  expect(foreign.text).not.toContain('"kind":"devices"')
  expect(own.text).not.toContain('"kind":"tags"')
  own.close()
  foreign.close()
})

test('a page first receives the changes during its loading, and only those that its account may see', async () => {
  const witness = await openPage('customer')
  const device = await deviceWithTank(server)
  await device.send({ records: [record(Date.now(), 50)] })
  const event = `event: devices\ndata: {"device_ids":[${device.device_id}]`
  await expect.poll(() => witness.text).toContain(event)
  const [late, foreign, fresh] = [
    await openPage('customer', 30_000),
    await openPage('stranger', 30_000),
    await openPage('customer'),
  ]
  await expect.poll(() => late.text).toMatch(/"device_ids":\[.*\]/)
  expect(late.text).toContain(String(device.device_id))
  for (const page of [foreign, fresh]) expect(page.text).not.toContain('device_ids')
  for (const page of [witness, late, foreign, fresh]) page.close()
})

test('changes that would need a database query to judge are sent to staff only', () => {
  const actor: Actor = {
    ...systemActor,
    user_id: 5,
    company_id: 7,
    companies: [7],
    loginType: 'customer',
    permissions: new Set(['devices.read', 'companies.read', 'transaction_documents.read', 'tags.read']),
  }
  const names = (who: Actor, record: [string, number, number | null]) =>
    visibleKindsOf(who, record).map(({ name }) => name)
  expect(names(actor, ['devices', 1, 7])).toEqual(['devices'])
  expect(names(actor, ['devices', 1, 8])).toEqual([])
  expect(names(actor, ['devices', 1, null])).toEqual([])
  expect(names({ ...actor, limits: { devices: [2] } }, ['devices', 1, 7])).toEqual([])
  expect(names({ ...actor, limits: { devices: [1] } }, ['devices', 1, 7])).toEqual(['devices'])
  expect(names({ ...actor, limits: { devices: [1] } }, ['alerts', 3, 7])).toEqual([])
  expect(names({ ...actor, permissions: new Set() }, ['devices', 1, 7])).toEqual([])
  // The document may not be given out yet.
  expect(names(actor, ['transaction_documents', 1, 7])).toEqual([])
  expect(names(actor, ['no such kind', 1, 7])).toEqual([])
})

test('the stream is closed to callers without a session', async () => {
  expect((await server.as(null).call('GET', '/live')).status).toBe(403)
})
