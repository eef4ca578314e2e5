import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenOf } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** An open page of some account: what it is told, as text. */
async function openPage(account: 'customer' | 'stranger') {
  const stop = new AbortController()
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/live`, {
    headers: { 'x-api-key': 'ullage-web', authorization: `Bearer ${tokenOf(account)}` },
    signal: stop.signal,
  })
  const page = { text: '', close: () => stop.abort() }
  const reader = answer.body!.getReader()
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

test('a page hears of its own devices and alerts, and of nobody else’s', async () => {
  const device = await deviceWithTank(server)
  const [own, foreign] = [await openPage('customer'), await openPage('stranger')]
  await device.send({ records: [record(Date.now(), 5)] })
  await expect.poll(() => own.text).toContain(`event: devices\ndata: {"device_ids":[${device.device_id}]}`)
  await expect.poll(() => own.text).toContain('event: alerts')
  expect(foreign.text).not.toContain('device_ids')
  own.close()
  foreign.close()
})

test('a page hears that its rights have changed, and others hear nothing', async () => {
  const [own, foreign] = [await openPage('customer'), await openPage('stranger')]
  const staff = server.as('administrator')
  const { body } = await staff.call('GET', '/users?search=customer@test.example&page_size=0')
  const { user_id, company_id } = body.users.find((one: any) => one.username === 'customer@test.example')
  const path = `/users/${user_id}/company/${company_id}/permissions`
  expect((await staff.call('PATCH', path, { withdrawn: ['tags.read'] })).status).toBe(200)
  await expect.poll(() => own.text).toContain('event: access')
  expect(foreign.text).not.toContain('event: access')
  await staff.call('PATCH', path, { withdrawn: [] })
  own.close()
  foreign.close()
})

test('the stream is closed to who has no session', async () => {
  expect((await server.as(null).call('GET', '/live')).status).toBe(403)
})
