import { afterAll, beforeAll, expect, test } from 'vitest'
import { devices } from '#core/domains/devices/devices.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { tank_specs } from '#core/domains/tanks/tank_specs.ts'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank } from '#server/app/testing/deviceWithTank.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { documentBody, testProduct } from '#server/app/testing/orders.ts'
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

test('a field that cannot be set is refused like one that does not exist', async () => {
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
  expect(rulesOf(await admin('POST', '/work_orders', { ...order, contact_phone_formatted: 'x' }))).toEqual([
    422,
    'contact_phone_formatted not_settable',
  ])
})

test('users set their own names and job title, and nothing else of their user', async () => {
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

test('a list that belongs to a record has page information', async () => {
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

test('a finished work order cannot change until it is reopened', async () => {
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

test('option lists are read and created with their options', async () => {
  const admin = as('administrator')
  const created = await admin('POST', '/options_categories', {
    category: 'Colors of valves',
    options: [{ option: 'Red' }, { option: 'Green', value: 'g' }],
  })
  expect(created).toMatchObject({ status: 200 })
  const { category_id, options } = created.body.options_category
  expect(options.map(({ option }: any) => option)).toEqual(['Red', 'Green'])
  const { body } = await admin('GET', '/options_categories?page_size=0')
  const listed = body.options_categories.find((category: any) => category.category_id === category_id)
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
  const refused = await admin('POST', '/options_categories', { category: 'No', options: [{ option: '' }] })
  expect(rulesOf(refused)).toEqual([422, 'options.0.option required'])
})

test('the rows of a record are checked like the record itself', async () => {
  const admin = as('administrator')
  const order = await documentBody(server)
  const line = { product_id: (await testProduct(server)).product_id, quantity: '10', unit_price: '2' }
  const lines = (...details: object[]) => ({ ...order, document_type: 'sales_order', details })
  const path = '/transaction_documents'
  expect(
    rulesOf(await admin('POST', path, lines(line, { ...line, foo: 1, quantity_delivered: '5' }))),
  ).toEqual([422, 'details.1.foo unknown_field', 'details.1.quantity_delivered not_settable'])
  // The total of a line may be sent: it is compared.
  const created = await admin('POST', path, lines({ ...line, line_total: '20' }))
  expect(created.status).toBe(200)
  const { document_id, details } = created.body.transaction_document
  const own = `${path}/${document_id}`
  const changed = (changes: object) => admin('PATCH', own, { details: [{ ...details[0], ...changes }] })
  expect((await changed({ quantity: '11' })).status).toBe(422)
  expect((await changed({ quantity: '11', line_total: null })).status).toBe(200)
  expect(
    rulesOf(await admin('PATCH', own, { details: [{ ...line, quantity_delivered: '3', nonsense: 1 }] })),
  ).toEqual([422, 'details.0.quantity_delivered not_settable', 'details.0.nonsense unknown_field'])
  const read = (await admin('GET', own)).body.transaction_document
  expect((await admin('PATCH', own, read)).status).toBe(200)
})

test('a shipment is accepted as it was read, and its loads accept nothing else', async () => {
  const admin = as('administrator')
  const { product_id } = await testProduct(server)
  const body = { company_id: COMPANY.customer, load_date: '2026-11-21' }
  const load = { product_id, quantity: '10' }
  const created = await admin('POST', '/shipment_planner', { ...body, details: [load] })
  expect(created.status).toBe(200)
  const shipment = created.body.shipment_planner
  const path = `/shipment_planner/${shipment.shipment_id}`
  expect((await admin('PATCH', path, shipment)).status).toBe(200)
  expect(
    rulesOf(await admin('PATCH', path, { details: [shipment.details[0], { ...load, room: 1 }] })),
  ).toEqual([422, 'details.1.room unknown_field'])
  const finalize = { details: [{ shipment_detail_id: 1, quantity: 3 }], note: '' }
  expect(rulesOf(await admin('POST', `${path}/finalize`, finalize))).toEqual([
    422,
    'details.0.quantity unknown_field',
    'note unknown_field',
  ])
})

test('response-only fields may be sent: with the right value, or empty', async () => {
  const admin = as('administrator')
  const { device_id } = await deviceWithTank(server)
  const created = async (path: string, body: object) => rulesOf(await admin('POST', path, body))
  const device = await exampleOf(server, devices, COMPANY.customer)
  const fresh = { signal_quality: 0, queued_records: 0, battery: 0, temperature_metric: '', import_id: null }
  expect(await created('/devices', { ...device, ...fresh })).toEqual([200])
  expect(
    await created('/devices', { ...device, public_id: 'x'.repeat(40), signal_quality: 7, queued_records: 3 }),
  ).toEqual([422, 'signal_quality not_settable', 'queued_records not_settable', 'public_id too_long'])
  expect(
    await created('/tank_products', {
      ...(await exampleOf(server, tank_products)),
      total_active_sensors: 0,
    }),
  ).toEqual([200])

  const phones = `/customers/${COMPANY.customer}/phones`
  const phone = { phone_number: '313-555-0123', phone_type: 'work', new_prime_entity_phones_id: '' }
  const readOnly = {
    phone_number_formatted: '(313) 555-0123',
    country_iso_3: 'USA',
    call_link: 'tel:+13135550123',
  }
  expect(await created(phones, { ...phone, ...readOnly })).toEqual([200])
  const before = (await admin('GET', phones)).body.entity_phones.length
  expect(await created(phones, { ...phone, ...readOnly, phone_number_formatted: '(313) 555-0199' })).toEqual([
    422,
    'phone_number_formatted not_settable',
  ])
  expect((await admin('GET', phones)).body.entity_phones).toHaveLength(before)

  const notes = `/devices/${device_id}/notes`
  const note = { note: 'One', note_id: '', module_id: device_id, module: 'devices' }
  expect(await created(notes, note)).toEqual([200])
  expect(await created(notes, { ...note, module_id: device_id + 1 })).toEqual([422, 'module_id not_settable'])

  const option = { option: 'Diesel', sort_by: 1, option_id: '' }
  const category = { category: 'Fuels of stoves', sort_by: 2, options: [{ option: 'Wood', sort_by: 2 }] }
  const { body } = await admin('POST', '/options_categories', category)
  const { category_id, options } = body.options_category
  expect(options).toMatchObject([{ option: 'Wood', sort_by: 2 }])
  expect(await created('/options', { ...option, category_id })).toEqual([422, 'sort_by not_settable'])
  expect(await created('/options', { ...option, category_id, sort_by: 2 })).toEqual([200])
  expect(await created('/options', { option: 'Coal', category_id, sort_by: 0 })).toEqual([200])

  // A field with an alias.
  const { device_id: active } = await deviceWithTank(server, { device: { status: 'active' } })
  expect((await admin('GET', `/devices/${active}`)).body.device.status).toBe('normal')
  const person = { first_name: 'Ida', last_name: 'Test', language: 'english', invite_token: '' }
  expect((await admin('POST', '/people', person)).body.person.language).toBe('en')

  const work = await exampleOf(server, work_orders, COMPANY.customer)
  const contact = { contact_phone: '313-555-0123', contact_phone_formatted: '(313) 555-0123' }
  expect(await created('/work_orders', { ...work, ...contact })).toEqual([200])
})

test('missing references are named by their paths, all at once', async () => {
  const admin = as('administrator')
  const nothing = 999_999_999
  const order = await documentBody(server)
  const path = '/transaction_documents'
  const { company_id: _, ...ofDevice } = { company_id: 0, ...order }
  expect(rulesOf(await admin('POST', path, { ...ofDevice, device_id: nothing }))).toEqual([
    404,
    'device_id not_found',
  ])
  const body = { device_id: nothing, details: [] }
  expect(rulesOf(await as('customer')('POST', path, body))).toEqual([404, 'device_id not_found'])
  const line = { product_id: (await testProduct(server)).product_id, quantity: '10', unit_price: '2' }
  const invalid = { ...line, product_id: nothing, unit_id: nothing }
  expect(
    rulesOf(await admin('POST', path, { ...order, document_type: 'sales_order', details: [line, invalid] })),
  ).toEqual([404, 'details.1.product_id not_found', 'details.1.unit_id not_found'])
  const round = { company_id: COMPANY.customer, load_date: '2026-11-21' }
  const load = { product_id: line.product_id, quantity: '10' }
  const ofNothing = { ...load, document_detail_id: nothing }
  expect(rulesOf(await admin('POST', '/shipment_planner', { ...round, details: [load, ofNothing] }))).toEqual(
    [404, 'details.1.document_detail_id not_found'],
  )
  const device = await exampleOf(server, devices, COMPANY.customer)
  const astray = { ...device, device_type_id: nothing, site_id: nothing }
  expect(rulesOf(await admin('POST', '/devices', astray))).toEqual([
    404,
    'site_id not_found',
    'device_type_id not_found',
  ])
})

test('the size of a tank is named in the units in which it was entered', async () => {
  const admin = as('administrator')
  const { def_liters, metric_diameter, metric_height, metric_width, metric_length, ...spec } =
    await exampleOf(server, tank_specs)
  expect(def_liters && metric_diameter && metric_height && metric_width && metric_length).toBeTruthy()
  const sides = { imperial_height: '78.74', imperial_width: '39.37', imperial_length: '-1' }
  expect(rulesOf(await admin('POST', '/tank_specs', { ...spec, def_us_gallons: '-5', ...sides }))).toEqual([
    422,
    'def_us_gallons decimal_range',
    'imperial_length decimal_range',
  ])
})

test('contacts and notes below a record accept only their own fields', async () => {
  const admin = as('administrator')
  const emails = `/customers/${COMPANY.customer}/emails`
  const email = { email_address: 'two@test.example', email_type: 'work' }
  const { body } = await admin('POST', emails, email)
  const own = `${emails}/${body.entity_email.entity_emails_id}`
  expect(rulesOf(await admin('PATCH', own, { emial: 'x', email_link: 'http://x' }))).toEqual([
    422,
    'emial unknown_field',
    'email_link not_settable',
  ])
  expect((await admin('PATCH', own, { ...body.entity_email, email_type: 'home' })).status).toBe(200)
  expect(rulesOf(await admin('POST', emails, { ...email, object_id: COMPANY.distributor }))).toEqual([
    422,
    'object_id owner_fixed',
  ])
  const notes = `/customers/${COMPANY.customer}/notes`
  expect(rulesOf(await admin('POST', notes, { note: 'One', colour: 'red' }))).toEqual([
    422,
    'colour unknown_field',
  ])
})

test('options sent with their list, and devices in bulk, accept only their own fields', async () => {
  const admin = as('administrator')
  const list = { category: 'Sizes of valves', options: [{ option: 'Small' }, { option: 'Large', size: 3 }] }
  expect(rulesOf(await admin('POST', '/options_categories', list))).toEqual([
    422,
    'options.1.size unknown_field',
  ])
  const { device_id } = await deviceWithTank(server)
  const rows = [
    { device_id, colour: 'red' },
    { device_id, label: 'B', battery: 3 },
  ]
  expect(rulesOf(await admin('POST', '/devices/bulk', { devices: rows }))).toEqual([
    422,
    'devices.0.colour unknown_field',
    'devices.1.battery not_settable',
  ])
  const stale = { device_id, label: 'C', if_updated_at: '2020-01-01T00:00:00.000Z' }
  expect((await admin('POST', '/devices/bulk', { devices: [stale] })).status).toBe(422)
})
