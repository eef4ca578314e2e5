import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registry } from '#core/registry.ts'
import {
  hasCall,
  listKeyOf,
  pathOf,
  type Resource,
  tableOf,
  writableFields,
} from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import { formatOf } from '#core/resources/fields/formatOf.ts'
import { isText } from '#core/resources/fields/isText.ts'
import type { TextField } from '#core/resources/kinds/textKinds.ts'
import { badValues, FORMULAS, PRESERVED_TEXTS } from '#server/app/testing/badValues.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { type Answer, startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { inTurn } from '../../scripts/turns.mjs'

/** Bad input to any kind of record: a 4xx that names the field, nothing half saved, no internal error. */
const kinds = (Object.values(registry) as Resource[])
  .filter((resource) => hasCall(resource, 'create'))
  .map((resource) => [resource.name, resource] as const)
const MISSING = 999_999_999
const MAX_LENGTH = 10_000_000
const LARGE = 'x'.repeat(MAX_LENGTH)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const staff = (method: string, address: string, body?: unknown) =>
  server.as('developer').call(method, address, body)

/** The number of rows of each table: a refused call must not change it. */
async function rowCounts(): Promise<Record<string, number>> {
  // Pending events are not rows that stay.
  await server.settle()
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(server.db)
  const counts = tables.map(
    ({ name }) => sql`select ${name} as name, count(*) as rows from ${sql.table(name)}`,
  )
  const { rows } = await sql<{ name: string; rows: string }>`${sql.join(counts, sql` union all `)}`.execute(
    server.db,
  )
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, Number(count)]))
}

const namedIn = ({ body }: Answer): string[] =>
  (body?.errors ?? []).map(({ field }: { field: string }) => field.split('.')[0])

/** Kinds with a uniqueness rule over several texts. */
const KNOWN_BY_TEXTS = ['price_classes', 'user_defined_fields']

describe.each(inTurn(kinds))('%s', (_, resource) => {
  const path = pathOf(resource)
  const fields = writableFields(resource)
  const created = async () => {
    const response = await staff('POST', path, await exampleOf(server, resource))
    expect(response.status, response.raw).toBe(200)
    const record = response.body[resource.single]
    return { record, address: `${path}/${record[resource.id]}` }
  }

  test('refuses values that fit no field, names them, and leaves everything unchanged', async () => {
    const { address } = await created()
    const example = await exampleOf(server, resource)
    const writers: [string, (body: object) => Promise<Answer>][] = [
      ['POST', (body) => staff('POST', path, { ...example, ...body })],
      ...(hasCall(resource, 'update')
        ? [['PATCH', (body: object) => staff('PATCH', address, body)] as [string, never]]
        : []),
    ]
    const bad = fields.map(([name, field]) => [name, wrongFor(field)] as const)
    const rounds = Math.max(...bad.map(([, values]) => values.length))
    const before = await rowCounts()
    const record = hasCall(resource, 'read') ? (await staff('GET', address)).body : undefined
    const problems: string[] = []
    for (const [method, send] of writers) {
      for (let round = 0; round < rounds; round++) {
        const body = Object.fromEntries(
          bad.filter(([, values]) => round < values.length).map(([name, values]) => [name, values[round]]),
        )
        const response = await send(body)
        const missed = Object.keys(body).filter((name) => !namedIn(response).includes(name))
        if (response.status === 422 && missed.length === 0) continue
        // A value whose refusal was masked by another field's rule is tried alone.
        for (const name of response.status === 422 ? missed : Object.keys(body)) {
          const alone = await send({ [name]: body[name] })
          if (![404, 422].includes(alone.status) || !namedIn(alone).includes(name))
            problems.push(`${method} ${name} = ${JSON.stringify(body[name]).slice(0, 60)}: ${alone.raw}`)
        }
      }
    }
    expect(problems).toEqual([])
    expect(await rowCounts()).toEqual(before)
    if (record) expect((await staff('GET', address)).body).toEqual(record)
  })

  test('refuses unknown fields and references to missing records, by name', async () => {
    const { address } = await created()
    const example = await exampleOf(server, resource)
    const before = await rowCounts()
    const problems: string[] = []
    const tryOut = async (name: string, value: unknown, statuses: number[]) => {
      const responses = [
        await staff('POST', path, `${JSON.stringify(example).slice(0, -1)},${entry(name, value)}}`),
      ]
      if (hasCall(resource, 'update'))
        responses.push(await staff('PATCH', address, `{${entry(name, value)}}`))
      for (const answer of responses) {
        if (!statuses.includes(answer.status) || !namedIn(answer).includes(name))
          problems.push(`${name} = ${JSON.stringify(value)}: ${answer.raw}`)
      }
    }
    for (const name of ['nonsense', '__proto__', 'constructor', 'password_hash', '"; drop table x', '😀'])
      if (!(name in resource.fields)) await tryOut(name, { a: 1 }, [422])
    for (const [name, field] of fields)
      if (field.kind === 'reference' || field.kind === 'image') await tryOut(name, MISSING, [404, 422])
    expect(problems).toEqual([])
    expect(await rowCounts()).toEqual(before)
  })

  test('refuses bodies of ten megabytes, of a thousand levels and of the wrong form', async () => {
    const before = await rowCounts()
    const [name] = fields.find(([, field]) => isText(field) || field.kind === 'phone') ?? fields[0]!
    const example = await exampleOf(server, resource)
    const large = await staff('POST', path, { ...example, [name]: LARGE })
    const isBook = (resource.fields[name] as TextField).max > MAX_LENGTH
    // A body beyond the limit of the call is not even read.
    const refused = large.status === 413 ? [413, []] : [422, expect.arrayContaining([name])]
    expect([large.status, namedIn(large)], large.raw.slice(0, 300)).toEqual(isBook ? [200, []] : refused)
    const deep = await staff('POST', path, `{"${name}":${'['.repeat(1000)}${']'.repeat(1000)}}`)
    expect([deep.status, namedIn(deep)]).toEqual([400, []])
    for (const body of ['', 'null', '7', '"x"', '[{}]', '{"a":', '\u0000']) {
      const response = await staff('POST', path, body)
      expect([400, 422], `${body}: ${response.raw}`).toContain(response.status)
    }
    if (!isBook) expect(await rowCounts()).toMatchObject({ [tableOf(resource)]: before[tableOf(resource)] })
  })

  test('stores every text exactly, and shows it as text', async () => {
    const texts = fields.filter(([name, field]) => isFree(resource, name, field)) as [string, TextField][]
    if (texts.length === 0) return
    const { address } = await created()
    // Each text in some field, and each field with one of the texts.
    for (let first = 0; first < PRESERVED_TEXTS.length; first += texts.length) {
      const values = Object.fromEntries(
        texts.map(([name, { max }], index) => [
          name,
          cut(PRESERVED_TEXTS[(first + index) % PRESERVED_TEXTS.length]!, max),
        ]),
      )
      const response = await staff('POST', path, { ...(await exampleOf(server, resource)), ...values })
      expect(response.status, response.raw).toBe(200)
      expect(response.body[resource.single]).toMatchObject(values)
      const id = response.body[resource.single][resource.id]
      expect((await staff('GET', `${path}/${id}`)).body[resource.single]).toMatchObject(values)
      const { body } = await staff('GET', `${path}/print?${resource.id}=${id}`)
      expect(body.print.html).not.toMatch(/<script>|<img/)
      const isAlone = texts.some(([, { unique }]) => unique) || KNOWN_BY_TEXTS.includes(resource.name)
      if (hasCall(resource, 'update') && !isAlone) {
        const changed = await staff('PATCH', address, values)
        expect([changed.status, changed.body[resource.single]], changed.raw).toMatchObject([200, values])
      }
    }
  })

  test('exports no text that a spreadsheet would run as a formula', async () => {
    const texts = fields.filter(([name, field]) => isFree(resource, name, field)) as [string, TextField][]
    if (texts.length === 0 || !hasCall(resource, 'list')) return
    const values = Object.fromEntries(
      texts.map(([name, { max }], index) => [name, cut(FORMULAS[index % FORMULAS.length]!, max)]),
    )
    const response = await staff('POST', path, { ...(await exampleOf(server, resource)), ...values })
    expect(response.status, response.raw).toBe(200)
    const csv = await staff('GET', `${path}/export?format=csv`)
    expect(csv.raw).not.toMatch(/(^|,)"?[=+@]/m)
    expect(csv.raw).toMatch(/(^|,)"?'=/m)
  })
})

describe.each((Object.values(registry) as Resource[]).map((kind) => [kind.name, kind] as const))(
  'the addresses of %s',
  (_, resource) => {
    test('accept no wrong value, and fail at none', async () => {
      const path = pathOf(resource)
      const values = ['%00', "'; drop--", '9'.repeat(20), '-1', '1.5', '😀']
      const keys = ['search', 'sort', 'page_size', 'page_num', 'options', ...Object.keys(resource.filters)]
      const problems: string[] = []
      for (const value of values) {
        const text = value === '%00' ? value : encodeURIComponent(value)
        const calls = [
          ...(hasCall(resource, 'list') ? keys.map((key) => ['GET', `${path}?${key}=${text}`]) : []),
          ['GET', `${path}/${text}`],
          ['PATCH', `${path}/${text}`],
          ['DELETE', `${path}/${text}`],
        ] as [string, string][]
        for (const [method, address] of calls) {
          const { status, raw } = await staff(method, address, method === 'PATCH' ? {} : undefined)
          const isOfOne = !address.includes('?')
          if (status >= 500 || (isOfOne && status < 400))
            problems.push(`${method} ${address}: ${raw.slice(0, 200)}`)
        }
      }
      expect(problems).toEqual([])
      if (hasCall(resource, 'list'))
        expect((await staff('GET', path)).body[listKeyOf(resource)]).toBeInstanceOf(Array)
    })
  },
)

/** Wrong values for a field: blank means none, and none is allowed where it is not required. */
function wrongFor(field: Field): unknown[] {
  // A value larger than any body is refused as a whole.
  const fits = (value: unknown) => typeof value !== 'string' || value.length < MAX_LENGTH
  return badValues(field).filter((value) => (value !== '' || field.required) && fits(value))
}

const entry = (name: string, value: unknown) => `${JSON.stringify(name)}:${JSON.stringify(value)}`

/** Free texts: no names of things, no short codes. */
function isFree({ name: kind }: Resource, name: string, field: Field): boolean {
  if (field.kind !== 'text' && field.kind !== 'long_text') return false
  if (![undefined, 'scanned_code'].includes(formatOf(field))) return false
  const { min, max } = field
  if (min || max < 20) return false
  return !RULED[kind]?.includes(name)
}

/** Texts with special rules, or that are not answered as written. */
const RULED: Readonly<Record<string, readonly string[]>> = {
  bank_accounts: ['account_number', 'routing_number'],
  connections: ['mqtt_topic'],
  dashboard_widgets: ['name_alias'],
  entity_addresses: ['zip_code'],
  identity_providers: ['client_secret'],
  sites: ['gate_code'],
  forms: ['endpoint', 'singular_obj', 'plural_obj'],
  sql_fields: ['length'],
}

/** As much of a text as fits, without half a surrogate pair at its end. */
function cut(text: string, max: number): string {
  let fitting = ''
  for (const sign of text) {
    if (fitting.length + sign.length > max) break
    fitting += sign
  }
  return fitting.trim()
}
