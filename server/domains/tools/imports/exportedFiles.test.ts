import { afterAll, beforeAll, expect, test } from 'vitest'
import { device_ports } from '#core/domains/devices/device_ports.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { posted_prices } from '#core/domains/prices/posted_prices.ts'
import { price_fees } from '#core/domains/prices/price_fees.ts'
import { price_rules } from '#core/domains/prices/price_rules.ts'
import { terminals } from '#core/domains/shipments/terminals.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import type { FieldMapping } from '#core/domains/tools/data_import_logs.ts'
import { registry } from '#core/registry.ts'
import { hasCall, pathOf, type Resource, writableFields } from '#core/resources/definition.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { serverKindOf } from '#server/resources/kinds/serverKinds.ts'
import { fieldLabel } from '#server/resources/names/fieldLabel.ts'
import { countsOf, importing } from './testing/importing.ts'

/** Kinds that only developers create. */
const OF_DEVELOPERS = ['forms', 'sql_fields', 'sql_relationships', 'sql_tables']
const KINDS = (Object.values(registry) as Resource[]).filter(
  (kind) => hasCall(kind, 'create') && hasCall(kind, 'list') && !OF_DEVELOPERS.includes(kind.name),
)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const { checked } = importing(() => server)
const admin = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, path, body)
async function make(kind: Resource, more: object = {}): Promise<Record<string, any>> {
  const body = { ...(await exampleOf(server, kind)), ...more }
  const response = await server.as('developer').call('POST', pathOf(kind), body)
  expect(response.status, response.raw).toBe(200)
  return response.body[kind.single]
}
/** Tests a file as a kind exports it. */
async function exported(kind: Resource, change = (file: string) => file) {
  const { raw } = await admin('GET', `${pathOf(kind)}/export?format=csv`)
  return (await checked(change(raw), kind.name)).log
}

test.each(KINDS.map((kind) => [kind.name, kind] as const))('%s change nothing', async (_, kind) => {
  await make(kind)
  await make(kind)
  const columns: string[][] = []
  for (const language of ['en', 'es']) {
    await admin('PATCH', '/me', { language })
    const log = await exported(kind)
    expect(countsOf(log), JSON.stringify(log.report)).toEqual([0, 0, log.total_records, 0])
    expect(log.total_records).toBeGreaterThan(1)
    const mappings: FieldMapping[] = log.field_mappings
    columns.push(mappings.map(({ position, table_field }) => `${position} ${table_field}`))
    const labels = writableFields(kind)
      .filter(([, field]) => !serverKindOf(field).hasNoCell)
      .map(([name]) => fieldLabel({ ...systemActor, language }, kind, name))
    const unread = log.headings.filter((_: string, index: number) =>
      mappings.every((mapping) => mapping.position !== index),
    )
    expect(unread.filter((heading: string) => labels.includes(heading))).toEqual([])
  }
  expect(columns[1]).toEqual(columns[0])
})

test('fees are recognized with and without an index', async () => {
  const { name, company_id, from_date } = await make(price_fees, { name: 'Fuel', amount: '7' })
  const index = {
    terminal_id: (await make(terminals)).terminal_id,
    product_id: (await make(tank_products)).product_id,
  }
  for (const [from_index, amount] of [
    ['2', '8'],
    ['3', '9'],
  ])
    await make(price_fees, {
      ...{ name, company_id, from_date, ...index, from_index, amount },
      fee_kind: 'fuel_surcharge',
    })
  const log = await exported(price_fees, (file) => file.replaceAll('9.000000', '10'))
  expect(countsOf(log), JSON.stringify(log.report)).toEqual([0, 1, log.total_records - 1, 0])
})

test('a product belongs to the seller in its row, even if another seller has a product of that name', async () => {
  const sellers = [COMPANY.distributor, COMPANY.own]
  for (const company_id of sellers) {
    const product = { product_name: 'Dyed diesel', company_id }
    const { product_id } = await make(tank_products, product)
    const { terminal_id } = await make(terminals, { name: 'Rack 1', company_id })
    await make(posted_prices, { company_id, product_id, terminal_id })
    await make(price_rules, { company_id, product_id })
  }
  for (const kind of [posted_prices, price_rules]) {
    const log = await exported(kind)
    expect(countsOf(log), JSON.stringify(log.report)).toEqual([0, 0, log.total_records, 0])
  }
})

test('documents of two sellers with one number are two records', async () => {
  const numbers: string[] = []
  for (const company_id of [COMPANY.customer, COMPANY.stranger]) {
    const { device_id } = await make(devices, { company_id })
    const invoice = { document_type: 'invoice', company_id, device_id, handling_charge: '10' }
    const { document_id } = await make(transaction_documents, invoice)
    const path = `/transaction_documents/${document_id}`
    const { body, raw } = await admin('PATCH', path, { status_id: DOCUMENT_STATUS.open })
    expect(body.transaction_document, raw).toMatchObject({ status_id: DOCUMENT_STATUS.open })
    numbers.push(body.transaction_document.document_number)
  }
  expect(numbers).toEqual([numbers[0], numbers[0]])
  const log = await exported(transaction_documents)
  expect(countsOf(log), JSON.stringify(log.report)).toEqual([0, 0, log.total_records, 0])
})

test('tanks of two places with one name are distinguished by the code of their device', async () => {
  for (const label of ['Feed mill', 'Feed mill']) {
    const { device_id } = await make(devices, { label })
    await make(device_ports, { device_id })
  }
  const log = await exported(device_ports)
  expect(countsOf(log), JSON.stringify(log.report)).toEqual([0, 0, log.total_records, 0])
})
