import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const device = await deviceWithTank(server)
  await device.send({ records: [record(Date.now() - 60_000, 40)] })
})
afterAll(() => server.close())

const list = async (path: string, account: 'administrator' | 'customer' = 'administrator') =>
  server.as(account).call('GET', path)

test('a list returns the requested fields with the same values as a full response', async () => {
  const [whole] = (await list('/devices')).body.devices
  const [lean] = (await list('/devices?fields=public_id,company_id,ports')).body.devices
  const always = [
    'company_id',
    'company_title',
    'created_at',
    'device_id',
    'ports',
    'public_id',
    'updated_at',
  ]
  expect(Object.keys(lean)).toEqual(expect.arrayContaining(always))
  for (const name of ['label', 'notes', 'tags', 'connection_status', 'device_type_title'])
    expect(lean).not.toHaveProperty(name)
  const { level_age: _, ...tank } = whole.ports[0]
  expect(lean.ports[0]).toMatchObject(tank)
  for (const name of always.filter((item) => item !== 'ports')) expect(lean[name], name).toEqual(whole[name])
})

test('computed fields of a device are returned on request, each separately', async () => {
  const [whole] = (await list('/devices')).body.devices
  for (const name of ['tags', 'connection_status', 'due_at', 'battery_voltage', 'level', 'level_source']) {
    const [lean] = (await list(`/devices?fields=${name}`)).body.devices
    expect(lean[name], name).toEqual(whole[name])
  }
  const one = (await list(`/devices/${whole.device_id}`)).body.device
  expect(Object.keys(one).sort()).toEqual(Object.keys(whole).sort())
})

test('an amount comes with its currency, and a list with its own query omits unrequested fields', async () => {
  const [document] = (await list('/transaction_documents?fields=total_amount&archived=')).body
    .transaction_documents
  if (document) expect(document).toHaveProperty('company_currency_id')
  const { body } = await list('/options_categories?fields=category')
  expect(body.options_categories[0]).toHaveProperty('options')
  expect(body.options_categories[0]).not.toHaveProperty('slug')
})

test('an unknown or hidden field is refused', async () => {
  for (const invalid of ['nothing', 'public_id,key_hash', 'password', 'company_title']) {
    const { status, body } = await list(`/devices?fields=${invalid}`)
    expect(status, invalid).toBe(422)
    expect(body.errors).toMatchObject([{ field: 'fields', rule: 'choice' }])
  }
  await sql`insert into user_defined_fields (resource, name, label, data_type, staff_only)
    values ('devices', 'secret', 'Secret', 'text', 1)`.execute(server.db)
  const created = await list('/user_defined_fields?resource=devices&page_size=1')
  const path = `/user_defined_fields/${created.body.user_defined_fields[0].field_id}`
  await server.as('administrator').call('PATCH', path, { label: 'Secret of the house' })
  expect((await list('/devices?fields=udf_secret')).status).toBe(200)
  expect((await list('/devices?fields=udf_secret', 'customer')).status).toBe(422)
})
