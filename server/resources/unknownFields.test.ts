import { afterAll, beforeAll, expect, test } from 'vitest'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank } from '#server/app/testing/deviceWithTank.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const as =
  (type: Parameters<TestServer['as']>[0]) =>
  (...[method, path, body]: [string, string, object?]) =>
    server.as(type).call(method as 'GET', path, body)
const rulesOf = ({ status, body }: { status: number; body: any }) => [
  status,
  ...(body.errors ?? []).map(({ field, rule }: any) => `${field} ${rule}`),
]

test('a field that cannot be set is refused like one that does not exist (fault 41)', async () => {
  const { device_id } = await deviceWithTank(server)
  const admin = as('administrator')
  const path = `/devices/${device_id}`
  expect(rulesOf(await admin('PATCH', path, { battery: 'abc', signal_quality: 99, label: 'New' }))).toEqual([
    422,
    'battery not_settable',
    'signal_quality not_settable',
  ])
  expect(rulesOf(await admin('PATCH', path, { company_title: 'Another' }))).toEqual([
    422,
    'company_title not_settable',
  ])
  const { body } = await admin('GET', path)
  expect(body.device.label).not.toBe('New')
  const again = await admin('PATCH', path, { ...body.device, label: 'As it was read' })
  expect(rulesOf(again)).toEqual([200])
  const order = await exampleOf(server, work_orders, COMPANY.customer)
  expect(rulesOf(await admin('POST', '/work_orders', { ...order, wo_number: 'x'.repeat(99) }))).toEqual([
    422,
    'wo_number not_settable',
  ])
})

test('of oneself one sets names and job title, and nothing else that is not one’s own (faults 41, 45)', async () => {
  const me = as('customer')
  const names = { first_name: 'Ada', last_name: 'Byron', job_title: 'Mathematician' }
  const saved = await me('PATCH', '/me', names)
  expect(saved).toMatchObject({ status: 200, body: { person: names, user: { combined_name: 'Ada Byron' } } })
  expect(rulesOf(await me('PATCH', '/me', { job_title: ' ' }))).toEqual([422, 'job_title required'])
  expect(rulesOf(await me('PATCH', '/me', { first_name: '' }))[0]).toBe(422)
  expect(rulesOf(await me('PATCH', '/me', { gender: 3, status: 0 }))).toEqual([
    422,
    'gender not_settable',
    'status not_settable',
  ])
  expect(rulesOf(await me('PATCH', '/me', { nickname: 'A' }))).toEqual([422, 'nickname unknown_field'])
  expect(rulesOf(await me('PATCH', '/me', { theme: 'default' }))).toEqual([200])
})

test('a list that hangs from a record tells its page (fault 42)', async () => {
  const admin = as('administrator')
  await admin('POST', `/customers/${COMPANY.customer}/emails`, { email: 'one@test.example' })
  for (const [path, key] of [
    ['emails', 'entity_emails'],
    ['phones', 'entity_phones'],
    ['addresses', 'entity_addresses'],
    ['notes', 'notes'],
  ]) {
    const { body } = await admin('GET', `/customers/${COMPANY.customer}/${path}`)
    const total_records = body[key!].length
    expect(body.page).toEqual({ page_num: 1, page_size: total_records, total_records })
  }
  const { device_id } = await deviceWithTank(server)
  const { body } = await admin('GET', `/devices/${device_id}/ports`)
  expect(body.page).toMatchObject({ page_num: 1, total_records: 1 })
})

test('a work order that is over stays as it is until it is opened again (fault 45)', async () => {
  const admin = as('administrator')
  const example = await exampleOf(server, work_orders, COMPANY.customer)
  const { body } = await admin('POST', '/work_orders', example)
  const path = `/work_orders/${body.work_order.id}`
  for (const status_id of [12, 2, 8, 3]) {
    expect((await admin('POST', `${path}/status`, { status_id })).status).toBe(200)
  }
  expect((await admin('PATCH', path, { work_performed: 'Changed afterwards' })).status).toBe(409)
  expect((await admin('PATCH', path, { status_id: 13, work_performed: 'Opened again' })).status).toBe(200)
})

test('the lists of choices come with their choices, and are made with them (fault 45)', async () => {
  const admin = as('administrator')
  const made = await admin('POST', '/options_categories', {
    category: 'Colors of valves',
    options: [{ option: 'Red' }, { option: 'Green', value: 'g' }],
  })
  expect(made).toMatchObject({ status: 200 })
  const { category_id, options } = made.body.options_category
  expect(options.map(({ option }: any) => option)).toEqual(['Red', 'Green'])
  const { body } = await admin('GET', '/options_categories?page_size=0')
  const listed = body.options_categories.find((one: any) => one.category_id === category_id)
  expect(listed.options).toHaveLength(2)
  const changed = await admin('PATCH', `/options_categories/${category_id}`, {
    options: [
      { option_id: options[0].option_id, option: 'Crimson' },
      { option: 'Blue', sort_order: 9 },
    ],
  })
  expect(changed.body.options_category.options.map(({ option }: any) => option)).toEqual([
    'Crimson',
    'Green',
    'Blue',
  ])
  const wrong = await admin('POST', '/options_categories', { category: 'No', options: [{ option: '' }] })
  expect(rulesOf(wrong)).toEqual([422, 'options.0.option required'])
})
