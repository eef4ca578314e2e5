import { pathOf, type Resource, writableFields } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import type { TextLength } from '#core/resources/kinds/anyText.ts'
import type { TextFormat } from '#core/resources/kinds/textFormats.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'
import { COMPANY } from './accounts.ts'
import type { TestServer } from './startTestServer.ts'

let count = 0

/** The minimal body of a new record of this kind, with valid and unique values. */
export async function exampleOf(
  server: TestServer,
  resource: Resource,
  company: number = COMPANY.customer,
): Promise<Record<string, unknown>> {
  count += 1
  const body: Record<string, unknown> = {}
  for (const name of neededFields(resource)) {
    body[name] = await exampleValue(server, resource, name, company)
  }
  const own = {
    ...(await ownerOf(server, resource, company)),
    ...(await productOf(server, resource, company)),
  }
  return { ...body, ...own, ...SPECIAL[resource.name]?.(count) }
}

/** A seller has one rule for everything: another one needs another product. */
async function productOf(server: TestServer, resource: Resource, company: number): Promise<object> {
  if (resource.name !== 'account_rules') return {}
  return { purpose: 'income', product_id: await exampleValue(server, resource, 'product_id', company) }
}

/** A record that belongs to any record gets a separate person. */
async function ownerOf(server: TestServer, { scope }: Resource, company: number): Promise<object> {
  if (scope !== 'object') return {}
  const person = { first_name: `Owner ${count}`, last_name: 'Test', company_id: company }
  const { body } = await server.as('developer').call('POST', '/people', person)
  return { object_ref: 'person', object_id: body.person.people_id }
}

/** A box of 2,000 L. */
const TANK_SIZE = {
  def_liters: '2000',
  metric_diameter: '0',
  metric_height: '2000',
  metric_width: '1000',
  metric_length: '1000',
}

/** A separate day. */
const dayOf = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString().slice(0, 10)

/** Kinds whose rules require more than the fields' kinds state. */
const SPECIAL: Record<string, (count: number) => Record<string, unknown>> = {
  transaction_documents: (n) => ({ customer_po: `PO ${n}`, due_date: '2099-01-31' }),
  shipment_planners: (n) => ({ load_date: dayOf(n) }),
  shipment_planner_details: () => ({ quantity_ordered: 10 }),
  webhooks: () => ({ url: 'https://erp.example.com', event_types: ['alert.opened'] }),
  on_call_shifts: () => ({ hours: [{ day: 1, from: '08:00', to: '17:00' }] }),
  identity_providers: (n) => ({ issuer: 'https://login.example.com', domains: [`d${n}.example`] }),
  subscriptions: (n) => ({ plan_name: `Plan ${n}` }),
  price_rules: (n) => ({ unit_price: '1', from_date: dayOf(n), to_date: dayOf(n) }),
  posted_prices: (n) => ({ valid_from: `${dayOf(n)}T12:00:00.000Z` }),
  tank_types: () => ({ formula: 'D*0 + L*W*h/1e6' }),
  entity_addresses: () => ({ zip_code: '48226' }),
  users: (n) => ({
    username: `somebody${n}@test.example`,
    password: 'Vq7!pLm2xT',
    confirm_password: 'Vq7!pLm2xT',
  }),
  device_ports: (n) => ({
    port_number: 1 + (n % 1),
    sensor_offset: '10.000',
    imperial_sensor_offset: undefined,
    ...TANK_SIZE,
  }),
  tank_specs: () => TANK_SIZE,
}

/** The fields that a create requires: required, writable and without a default. */
export function mustGive(resource: Resource): string[] {
  return writableFields(resource)
    .filter(([, field]) => field.required && field.default === undefined)
    .map(([name]) => name)
    .concat(resource.name === 'tank_types' ? [] : [])
}

function neededFields(resource: Resource): string[] {
  const own = writableFields(resource).filter(
    ([name, field]) => name === 'company_id' && field.kind === 'reference',
  )
  return [...new Set([...mustGive(resource), ...own.map(([name]) => name)])]
}

/** A record of the stranger's company. */
export async function strangersExample(server: TestServer, resource: Resource): Promise<{ id: number }> {
  const body = await exampleOf(server, resource, COMPANY.stranger)
  // A webhook belongs to the company of the user who makes it.
  const maker = resource.name === 'webhooks' ? 'stranger' : 'developer'
  const { body: response } = await server.as(maker).call('POST', pathOf(resource), body)
  return { id: response[resource.single][resource.id] }
}

async function exampleValue(
  server: TestServer,
  resource: Resource,
  name: string,
  company: number,
): Promise<unknown> {
  const field = resource.fields[name]!
  if (field.kind !== 'reference') return plainValue(field)
  if (field.to === 'companies') return company
  const target = resourceOf(field.to)
  const { body } = await server
    .as('developer')
    .call('POST', pathOf(target), await exampleOf(server, target, company))
  return body[target.single][target.id]
}

/** Texts in the formats that not every text has. */
const FORMATTED: { [K in TextFormat]?: () => string } = {
  email: () => `a${count}@example.com`,
  url: () => 'https://example.com',
  slug: () => `slug_${count}`,
  color: () => '#336699',
  time_zone: () => 'UTC',
}

function plainText({ max }: TextLength): string {
  return `t${count}`.slice(0, max)
}

function plainValue(field: Field): unknown {
  switch (field.kind) {
    case 'text':
      return (field.format && FORMATTED[field.format]?.()) ?? plainText(field)
    case 'long_text':
    case 'word_list':
      return plainText(field)
    case 'integer':
    case 'country':
      return (field.min ?? 1) + (field.unique ? count + 500 : 0)
    case 'decimal':
    case 'money':
      return '1'
    case 'flag':
    case 'date_passed':
      return 1
    case 'date':
      return '2026-01-31'
    case 'instant':
      return '2026-01-31T12:00:00.000Z'
    case 'time':
      return '08:30'
    case 'choice':
      return field.of[0]
    case 'phone':
      return '+13135550100'
    case 'secret':
      return 'Vq7!pLm2xT'
    case 'formula':
      return 'D*0 + L*W*h/1e6'
    case 'week_windows':
    case 'name_list':
    case 'choices':
    case 'references':
    case 'rows':
      return []
    case 'option':
    case 'image':
    case 'reference':
      return undefined
  }
}
