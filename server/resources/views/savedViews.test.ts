import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const state = {
  query: { level: 'urgent', sort: '-battery' },
  columns: ['public_id'],
  widths: {},
  density: 'normal',
}
const call = (as: LoginType | 'stranger', method: string, path: string, body?: unknown) =>
  server.as(as).call(method, path, body)
const keep = (as: LoginType | 'stranger', name: string, more: object = {}) =>
  call(as, 'POST', '/saved_views', { resource: 'devices', name, state, ...more })
const names = async (as: LoginType | 'stranger') =>
  (await call(as, 'GET', '/saved_views?resource=devices')).body.saved_views.map(
    ({ name }: { name: string }) => name,
  )

test('a view is stored for the account that created it, and is returned unchanged', async () => {
  const { body } = await keep('dispatcher', 'My urgent ones')
  expect(body).toMatchObject({
    code: 200,
    saved_view: { name: 'My urgent ones', state, is_own: 1, is_default: 0 },
  })
  expect(await names('dispatcher')).toEqual(['My urgent ones'])
  expect(await names('csr')).toEqual([])
  expect((await call('dispatcher', 'GET', '/saved_views?resource=tags')).body.saved_views).toEqual([])
})

test('a name is unique, and an unknown list has no views', async () => {
  await keep('technician', 'Twice')
  expect(await keep('technician', 'twice')).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'name', rule: 'unique' }] },
  })
  expect(await keep('technician', 'Other', { resource: 'secrets' })).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'resource' }] },
  })
  const refused = await keep('technician', 'Other', { state: { ...state, more: 1 } })
  expect(refused.status).toBe(422)
})

test('only staff share a view within the company, and no one changes another user’s view', async () => {
  const { body } = await keep('employee', 'For us all', { is_shared: 1 })
  const id = body.saved_view.saved_view_id
  expect(await names('administrator')).toEqual(['For us all'])
  expect(await names('dispatcher')).not.toContain('For us all')
  expect((await call('administrator', 'PATCH', `/saved_views/${id}`, { name: 'Mine' })).status).toBe(405)
  expect((await call('administrator', 'DELETE', `/saved_views/${id}`)).status).toBe(405)
  expect((await call('stranger', 'PATCH', `/saved_views/${id}`, { name: 'Mine' })).status).toBe(404)
  expect((await keep('dispatcher', 'Ours', { is_shared: 1 })).status).toBe(405)
  expect((await keep('customer_readonly', 'Mine')).status).toBe(405)
})

test('a list has at most one default view, own or shared', async () => {
  const own = (await keep('administrator', 'Own')).body.saved_view.saved_view_id
  const foreign = (await keep('customer_support', 'Theirs', { is_shared: 1 })).body.saved_view.saved_view_id
  const beginWith = (id: number, is_default: number) =>
    call('administrator', 'PATCH', `/saved_views/${id}/default`, { is_default })
  const beginnings = async () =>
    (await call('administrator', 'GET', '/saved_views?resource=devices')).body.saved_views
      .filter(({ is_default }: { is_default: number }) => is_default === 1)
      .map(({ name }: { name: string }) => name)
  await beginWith(own, 1)
  await beginWith(foreign, 1)
  expect(await beginnings()).toEqual(['Theirs'])
  await call('customer_support', 'PATCH', `/saved_views/${foreign}`, { is_shared: 0 })
  expect(await beginnings()).toEqual([])
  await beginWith(own, 1)
  await beginWith(own, 0)
  expect(await beginnings()).toEqual([])
})

test('own views are renamed, changed and deleted', async () => {
  const id = (await keep('csr', 'Before')).body.saved_view.saved_view_id
  const changed = { ...state, query: { search: 'diesel' } }
  const response = await call('csr', 'PATCH', `/saved_views/${id}`, { name: 'After', state: changed })
  expect(response.body.saved_view).toMatchObject({ name: 'After', state: changed })
  await call('csr', 'DELETE', `/saved_views/${id}`)
  expect(await names('csr')).toEqual([])
})
