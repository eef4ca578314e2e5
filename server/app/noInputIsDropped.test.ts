import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registry } from '#core/registry.ts'
import { hasCall, listKeyOf, pathOf, type Resource } from '#core/resources/definition.ts'
import { COMPANY } from './testing/accounts.ts'
import { deviceWithTank } from './testing/deviceWithTank.ts'
import { exampleOf } from './testing/examples.ts'
import { resolveReferences } from './testing/resolveReferences.ts'
import { startTestServer, type TestServer } from './testing/startTestServer.ts'

/** Input that a call does not define is refused with its path, in every object that the call accepts. */

let server: TestServer
let calls: { method: string; path: string; body: Schema | undefined }[]
beforeAll(async () => {
  server = await startTestServer()
  const { paths } = resolveReferences((await admin('GET', '/openapi.json')).body) as {
    paths: Record<string, Record<string, Operation>>
  }
  calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      body: requestBody?.content['application/json'].schema,
    })),
  )
})
afterAll(() => server.close())

interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  additionalProperties?: unknown
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}
interface Operation {
  requestBody?: { content: { 'application/json': { schema: Schema } } }
}

const admin = (method: string, path: string, body?: unknown) =>
  server.as('developer').call(method, path, body)

/**
 * Objects with free keys, each with what validates it instead: passkeys by their signature, uplinks by the intake, lists of rows by the
 * rules of their own kind (unknownFields.test.ts), values of a connection by `valuePathIssues`, groups of a provider by its own check.
 */
const OPEN = [
  'PATCH /{kind}/bulk changes',
  'PATCH /{kind}/bulk matching.query',
  'POST /{kind}/bulk_delete matching.query',
  'POST /{kind}/bulk_acknowledge matching.query',
  'POST /{kind}/bulk_snooze matching.query',
  'PATCH /saved_views/{saved_view_id} state.query',
  'PATCH /saved_views/{saved_view_id} state.widths',
  'POST /saved_views state.query',
  'POST /saved_views state.widths',
  'POST /authenticate/passkey response',
  'POST /authenticate/second_factor response',
  'POST /me/passkeys response',
  'POST /{kind}/bulk devices.0',
  'POST /places customer',
  'POST /places phone',
  'POST /places email',
  'POST /places site',
  'POST /places device',
  'POST /places tank',
  'POST /options_categories options.0',
  'POST /uplink ',
  'POST /connections value_paths.0',
  'PATCH /connections/{connection_id} value_paths.0',
  'POST /connections/try value_paths.0',
  'POST /identity_providers group_roles.0',
  'PATCH /identity_providers/{identity_provider_id} group_roles.0',
  'PATCH /data_import_logs/{import_id} field_mappings.0.values',
]

/** Adds an unknown name to every object of a body; open objects are noted. */
function withStranger(schema: Schema, place: string, open: string[]): unknown {
  const one = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].find(
    ({ properties, items, additionalProperties }) => properties || items || additionalProperties,
  )
  const below = (name: string | number) => (place === '' ? String(name) : `${place}.${name}`)
  if (one?.items) {
    const item = withStranger(one.items, below(0), open)
    return item === undefined ? undefined : [item]
  }
  if (!one) return undefined
  const isOpen = one.additionalProperties !== undefined && one.additionalProperties !== false
  if (isOpen) open.push(place)
  const inner = Object.entries(one.properties ?? {}).flatMap(([name, field]) => {
    const value = withStranger(field, below(name), open)
    return value === undefined ? [] : [[name, value]]
  })
  return { ...Object.fromEntries(inner), ...(!isOpen && { nobody_knows: 1 }) }
}

function placesOf(value: unknown, place = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => {
    const at = place === '' ? name : `${place}.${name}`
    return name === 'nobody_knows' ? [at] : placesOf(one, at)
  })
}

const writes = () => calls.filter(({ method }) => method !== 'GET' && method !== 'DELETE')

test('no call accepts an object with free keys unless it validates the object itself', () => {
  const found = writes().flatMap(({ method, path, body }) => {
    const open: string[] = []
    if (body) withStranger(body, '', open)
    return open.map((place) => `${method} ${path.replace(/^\/[\w/]+(?=\/bulk)/, '/{kind}')} ${place}`)
  })
  expect([...new Set(found)].filter((item) => !OPEN.includes(item))).toEqual([])
})

test('every call refuses every unknown name', async () => {
  const problems: string[] = []
  let tried = 0
  for (const { method, path, body } of writes()) {
    // Devices and networks define their bodies.
    if (path === '/uplink' || path === '/intake/{token}') continue
    const sent = (body && withStranger(body, '', [])) ?? { nobody_knows: 1 }
    const type = path === '/tank_products/{product_id}/own_name' ? 'customer' : 'developer'
    const address = `${await addressOf(path)}${QUERIES[path] ?? ''}`
    const response = await server.as(type).call(method, address, sent)
    const refused = (response.body?.errors ?? []).flatMap(({ field, rule }: any) =>
      rule === 'unknown_field' ? [field] : [],
    )
    const missed = placesOf(sent).filter((place) => !refused.includes(place))
    tried += 1
    if (response.status !== 422 || missed.length > 0)
      problems.push(`${method} ${path} ${missed}: ${response.status} ${response.raw.slice(0, 160)}`)
  }
  expect(problems).toEqual([])
  expect(tried).toBeGreaterThan(300)
})

/** The path of a call about records that exist: some calls look for the record before they validate the body. */
async function addressOf(path: string): Promise<string> {
  const parts = path.split('/').slice(1)
  const filled: string[] = []
  for (const part of parts) {
    const before = `/${filled.join('/')}`
    filled.push(part.startsWith('{') ? await idBelow(before) : part)
  }
  return `/${filled.join('/')}`
}

/** Query parameters that a call requires. */
const QUERIES: Readonly<Record<string, string>> = { '/data_import_logs': '?resource=tags' }

const ids = new Map<string, Promise<string>>()

function idBelow(before: string): Promise<string> {
  const known = ids.get(before) ?? findId(before)
  ids.set(before, known)
  return known
}

const CONTACTS: Readonly<Record<string, [single: string, id: string, body: object]>> = {
  emails: [
    'entity_email',
    'entity_emails_id',
    { email_address: 'somebody@test.example', email_type: 'work' },
  ],
  phones: [
    'entity_phone',
    'entity_phones_id',
    { phone_number: '+13135550100', phone_type: 'work', country_iso_2: 'US' },
  ],
  addresses: [
    'entity_address',
    'entity_addresses_id',
    { address_type: 'work', address1: '1 Main Street', city: 'Detroit', state: 'MI', zip_code: '48226' },
  ],
}

async function findId(before: string): Promise<string> {
  const last = before.split('/').at(-1)!
  if (last === 'notes') {
    const { body } = await admin('POST', before, { note: 'One' })
    return String(body.notes?.[0]?.note_id ?? 1)
  }
  if (last === 'translations') return 'es'
  if (last === 'channels') return 'email'
  // Ids created on a driver's phone.
  if (before.startsWith('/driver/')) return randomUUID()
  const contact = CONTACTS[last]
  if (contact) {
    const [single, id, sent] = contact
    // Users change their own addresses with their password; here another user writes them.
    const me = before.startsWith('/me/') ? (await admin('GET', '/me')).body.person.people_id : null
    const { body, raw } = await server
      .as('administrator')
      .call('POST', me === null ? before : `/people/${me}/${last}`, sent)
    if (!body[single]) throw new Error(`${before}: ${raw}`)
    return String(body[single][id])
  }
  if (last === 'ports') {
    const { body } = await admin('GET', before)
    return String(body.device_ports[0].device_ports_id)
  }
  if (before === '/devices') return String((await deviceWithTank(server)).device_id)
  const kind = (Object.values(registry) as Resource[]).find((item) => pathOf(item) === before)
  if (!kind) return '1'
  if (!hasCall(kind, 'create')) {
    const { body } = await admin('GET', before)
    return String(body[listKeyOf(kind)]?.[0]?.[kind.id] ?? 1)
  }
  const { body, raw } = await admin('POST', before, await exampleOf(server, kind, COMPANY.customer))
  if (!body[kind.single]) throw new Error(`${before}: ${raw}`)
  return String(body[kind.single][kind.id])
}
