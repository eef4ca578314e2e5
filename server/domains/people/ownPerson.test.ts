import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const reader = (method: string, path: string, body?: object) =>
  server.as('customer_readonly').call(method, path, body)

test('a read-only user can still choose their display preferences', async () => {
  const saved = await reader('PATCH', '/me', { language: 'es', theme: 'default', unit_of_measure: 2 })
  expect(saved.body.user, saved.raw).toMatchObject({ language: 'es', unit_of_measure: 2 })
})

test('for the version that was read, like every form', async () => {
  const { updated_at } = (await reader('GET', '/me')).body.person
  const change = { unit_of_measure: 1, if_updated_at: updated_at }
  expect((await reader('PATCH', '/me', change)).status).toBe(200)
  expect((await reader('PATCH', '/me', { ...change, unit_of_measure: 2 })).status).toBe(409)
})

test('but can change nothing else about themselves', async () => {
  for (const body of [{ nick_name: 'Boss' }, { first_name: 'Boss' }, { language: 'en', battery_notify: 1 }])
    expect((await reader('PATCH', '/me', body)).status, JSON.stringify(body)).toBe(405)
  expect((await reader('POST', '/me/emails', { email_address: 'me@example.com' })).status).toBe(405)
  expect((await reader('DELETE', '/me/photo')).status).toBe(405)
  expect((await reader('GET', '/me')).body.person).toMatchObject({ nick_name: null, language: 'es' })
  expect((await server.as('customer').call('PATCH', '/me', { nick_name: 'Boss' })).status).toBe(200)
})
