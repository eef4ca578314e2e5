import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registry } from '#core/registry.ts'
import { hasCall, listKeyOf, pathOf, type Resource, writableFields } from '#core/resources/definition.ts'
import { recordSchema } from '#core/resources/recordSchema.ts'
import { exampleOf, mustGive, strangersExample } from '#server/app/testing/examples.ts'
import { type Answer, startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { translate } from '#server/platform/translate.ts'

/** The contract of every kind of record. A new definition is tested as soon as it is written. */
/** Kinds whose deletion cannot be undone: they replace it. */
const WITHOUT_UNDO = [
  'device_ports',
  'notes',
  'notifications',
  'shipment_planners',
  'sql_fields',
  'sql_tables',
  'units_of_measure',
]
const kinds = (Object.values(registry) as Resource[]).map((resource) => [resource.name, resource] as const)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe.each(kinds)('%s', (_, resource) => {
  const path = pathOf(resource)
  const writer = resource.writeModule ? 'developer' : 'administrator'
  const staff = (method: string, address: string, body?: unknown, headers?: Record<string, string>) =>
    server.as(writer).call(method, address, body, headers)
  /** A new record, or an existing one of a kind that can only be changed. */
  const created = async (): Promise<{ id: number; record: Record<string, unknown>; body: object }> => {
    if (!hasCall(resource, 'create')) {
      const [record] = (await staff('GET', path)).body[listKeyOf(resource)]
      return { id: record[resource.id], record, body: {} }
    }
    const body = await exampleOf(server, resource)
    const response = await staff('POST', path, body)
    expect(response.body, JSON.stringify(response.body)).toMatchObject({ code: 200, type: 'success' })
    const record = response.body[resource.single]
    const { name, statuses } = resource
    const word = statuses?.by
      ? translate('en', `records.${name}.choices.${statuses.by}.${record[statuses.by]}`)
      : translate('en', `records.${name}.single`)
    expect(response.body.message).toMatch(/ saved\.$/)
    expect(response.body.message.slice(0, word.length + 1)).toBe(`${word} `)
    return { id: record[resource.id], record, body }
  }

  if (hasCall(resource, 'list')) {
    test('lists with page information', async () => {
      const { body } = await staff('GET', `${path}?page_size=10&page_num=1`)
      expect(body.page).toMatchObject({ page_num: 1, page_size: 10 })
      expect(body[listKeyOf(resource)].length).toBeLessThanOrEqual(10)
    })

    test('answers the short form for drop-downs, sorted by label', async () => {
      const { body } = await staff('GET', `${path}?options=1`)
      const labels = body[listKeyOf(resource)].map((row: { label: string }) => row.label.toLowerCase())
      expect(labels).toEqual(labels.toSorted())
      for (const row of body[listKeyOf(resource)])
        expect(Object.keys(row).sort()).toEqual(
          [
            resource.id,
            'label',
            ...(resource.naming.knownAs ? ['known_as'] : []),
            ...(resource.naming.holds ? ['name', 'company_title', resource.naming.holds.figure] : []),
            ...resource.options,
          ].sort(),
        )
    })

    test('sorts by every column of its list, and refuses any other', async () => {
      for (const column of resource.sortable ?? resource.list) {
        expect((await staff('GET', `${path}?sort=-${column}`)).status, column).toBe(200)
      }
      expect(await staff('GET', `${path}?sort=password`)).toMatchObject({ status: 422 })
    })

    test('filters by everything it declares, and ignores unknown keys', async () => {
      for (const filter of Object.keys(resource.filters)) {
        const field = resource.fields[filter]
        const own = field?.kind === 'choice' ? [String(field.of[0])] : []
        const responses = await Promise.all(
          ['1', 'online', 'fine', '2026-01-01', ...own].map((value) =>
            staff('GET', `${path}?${filter}=${value}`),
          ),
        )
        expect(
          responses.map(({ status }) => status),
          filter,
        ).toContain(200)
        expect(
          responses.every(({ status }) => status < 500),
          filter,
        ).toBe(true)
      }
      expect((await staff('GET', `${path}?nonsense=1`)).status).toBe(200)
    })

    test('refuses a filter value that no record can have', async () => {
      for (const filter of Object.keys(resource.filters)) {
        const kind = resource.fields[filter]?.kind
        if (kind !== 'choice' && kind !== 'flag' && filter !== 'dashboard') continue
        for (const value of ['weird', '77']) {
          const response = await staff('GET', `${path}?${filter}=${value}`)
          expect(response, `${filter}=${value}: ${response.raw.slice(0, 200)}`).toMatchObject({
            status: 422,
            body: { errors: [{ field: filter, rule: 'choice' }] },
          })
        }
      }
    })

    test('answers 400 for a page that is not a number', async () => {
      expect((await staff('GET', `${path}?page_size=many`)).status).toBe(400)
    })

    test('treats a search as text, not as a pattern', async () => {
      expect((await staff('GET', `${path}?search=${encodeURIComponent("100%_\\';--")}`)).status).toBe(200)
    })

    test('prints the list as filtered, and exports it', async () => {
      const print = await staff('GET', `${path}/print`)
      expect(print.body.print.html).toContain('<table>')
      const csv = await staff('GET', `${path}/export?format=csv`)
      expect([csv.status, String(csv.headers['content-type'])]).toEqual([
        200,
        expect.stringContaining('text/csv'),
      ])
      const sheet = await staff('GET', `${path}/export?format=xlsx`)
      expect(sheet.raw.startsWith('PK')).toBe(true)
    })

    test('is closed without a session, and without a client key', async () => {
      expect((await server.as(null).call('GET', path)).status).toBe(403)
      expect((await staff('GET', path, undefined, { 'x-api-key': 'wrong' })).status).toBe(400)
    })
  }

  if (hasCall(resource, 'create')) {
    test('creates, and returns the record exactly as a later read does', async () => {
      const { id, record } = await created()
      const { body } = await staff('GET', `${path}/${id}`)
      expect(body[resource.single]).toEqual(record)
      expect(recordSchema(resource).safeParse(record).error?.issues ?? []).toEqual([])
    })

    test('accepts response-only fields as null or unchanged, and refuses another value', async () => {
      const [one, other] = [await created(), await created()]
      const settable = writableFields(resource).map(([name]) => name)
      const nothingLike = (name: string, value: unknown) => {
        if (Array.isArray(value)) return []
        return name === resource.id || value === 0 ? 0 : ''
      }
      const readOnly = Object.entries(one.record).filter(([name]) => !settable.includes(name))
      const nothing = readOnly.map(([name, value]) => [name, nothingLike(name, value)])
      const same = readOnly.filter(([name, value]) => isDeepStrictEqual(other.record[name], value))
      const make = async (more: [string, unknown][]) =>
        staff('POST', path, { ...(await exampleOf(server, resource)), ...Object.fromEntries(more) })
      for (const more of [nothing, same] as [string, unknown][][]) {
        const response = await make(more)
        expect(response.status, `${JSON.stringify(more)}: ${response.raw}`).toBe(200)
      }
      expect(await make([['updated_at', '2001-01-01T00:00:00.000Z']])).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'updated_at', rule: 'not_settable' }] },
      })
    })

    test('never answers a secret', async () => {
      const { record } = await created()
      const secrets = Object.entries(resource.fields).filter(([, field]) => field.kind === 'secret')
      for (const [name] of secrets) expect(record).not.toHaveProperty(name)
      expect(record).not.toHaveProperty('key_hash')
    })

    test('names every missing required field', async () => {
      const { status, body } = await staff('POST', path, {})
      expect(status).toBe(422)
      const fields = body.errors.map((issue: { field: string }) => issue.field)
      expect(fields.sort()).toEqual(mustGive(resource).sort())
      for (const { message } of body.errors) expect(message).not.toMatch(/^rules\./)
    })

    test('refuses a body that is not an object, and invalid JSON', async () => {
      expect((await staff('POST', path, '[1,2]')).status).toBe(400)
      expect((await staff('POST', path, '{"broken":')).status).toBe(400)
    })

    test('refuses the wrong type in every field with a sentence, and saves nothing', async () => {
      const before = await staff('GET', `${path}?page_size=1`)
      const example = await exampleOf(server, resource)
      for (const [name] of writableFields(resource)) {
        for (const invalid of [{ a: 1 }, ['x'], true, 'a\u0000b', '\ud800']) {
          const response = await staff('POST', path, { ...example, [name]: invalid })
          expect(
            [422, 200, 409],
            `${name}: ${JSON.stringify(invalid)} ${JSON.stringify(response.body)}`,
          ).toContain(response.status)
          if (typeof invalid !== 'boolean' && response.status === 200) expect(invalid).toBe('never')
        }
      }
      const after = await staff('GET', `${path}?page_size=1`)
      expect(after.body.page?.total_records).toBe(before.body.page?.total_records)
    })

    test('runs a repeated call with the same key once', async () => {
      const body = await exampleOf(server, resource)
      const headers = { 'idempotency-key': `key-${resource.name}` }
      const first = await staff('POST', path, body, headers)
      const second = await staff('POST', path, body, headers)
      expect(second.body[resource.single]).toEqual(first.body[resource.single])
      const other = await staff('POST', path, await exampleOf(server, resource), headers)
      expect(other.status).toBe(409)
    })

    test('reaches no record of an unrelated company, and reveals nothing about it', async () => {
      if (resource.scope === 'shared') return
      const { id } = await strangersExample(server, resource)
      const customer = server.as('customer')
      const answers: Answer[] = [
        await customer.call('GET', `${path}/${id}`),
        await customer.call('GET', `${path}/${id}/history`),
        await customer.call('GET', `${path}/print?${resource.id}=${id}`),
        await customer.call('PATCH', `${path}/${id}`, {}),
        await customer.call('DELETE', `${path}/${id}`),
      ]
      for (const { status } of answers) expect([404, 405]).toContain(status)
      const lists = [
        await customer.call('GET', `${path}?page_size=1000`),
        // Some kinds have names that any writer of a reference may choose.
        ...(resource.visibility.hasSelectableNames ? [] : [await customer.call('GET', `${path}?options=1`)]),
      ]
      for (const { status, body } of lists) {
        if (status !== 405)
          expect(
            body[listKeyOf(resource)].map((row: Record<string, unknown>) => row[resource.id]),
          ).not.toContain(id)
      }
      expect((await server.as('stranger').call('GET', `${path}/${id}`)).status).toBeOneOf([200, 405])
    })
  }

  if (hasCall(resource, 'update')) {
    test('an unchanged record is not written, not even its time', async () => {
      const { id, record } = await created()
      const response = await staff('PATCH', `${path}/${id}`, record)
      expect(response.status, JSON.stringify(response.body)).toBe(200)
      expect(response.body[resource.single]['updated_at']).toBe(record['updated_at'])
    })

    test('refuses a stale change, and returns the current record', async () => {
      const { id, record } = await created()
      const response = await staff('PATCH', `${path}/${id}`, { if_updated_at: '2020-01-01T00:00:00.000Z' })
      expect(response).toMatchObject({
        status: 409,
        body: { current: { [resource.id]: record[resource.id] } },
      })
      expect((await staff('PATCH', `${path}/${id}`, { if_updated_at: record['updated_at'] })).status).toBe(
        200,
      )
    })

    test.runIf(hasCall(resource, 'create'))('leaves an entry in the history, without secrets', async () => {
      const { id } = await created()
      const { body, raw } = await staff('GET', `${path}/${id}/history`)
      expect(body.audit_entries.at(-1)).toMatchObject({ action: 'create', by: `${writer}@test.example` })
      expect(raw).not.toContain('argon2')
    })

    test('is refused to read-only users', async () => {
      const { id } = await created()
      expect((await server.as('customer_readonly').call('PATCH', `${path}/${id}`, {})).status).toBeOneOf([
        404, 405,
      ])
      expect((await server.as('vendor').call('DELETE', `${path}/${id}`)).status).toBeOneOf([404, 405])
    })
  }

  if (hasCall(resource, 'remove') && hasCall(resource, 'create')) {
    test('deletes or archives, once', async () => {
      const { id } = await created()
      const response = await staff('DELETE', `${path}/${id}`)
      expect(response.status, JSON.stringify(response.body)).toBe(200)
      const after = await staff('GET', `${path}/${id}`)
      if (resource.archive) expect(after.body[resource.single]).toMatchObject(resource.archive)
      else expect(after.status).toBe(404)
    })

    test('a deletion that can be undone is undone as a whole', async () => {
      const { id } = await created()
      const read = async () => (await staff('GET', `${path}/${id}`)).body[resource.single]
      const before = await read()
      const { undo_id } = (await staff('DELETE', `${path}/${id}`)).body
      if (undo_id == null) return expect(WITHOUT_UNDO).toContain(resource.name)
      const undone = await staff('POST', `/undo/${undo_id}`)
      expect(undone.status, undone.raw).toBe(200)
      const after = await read()
      expect(resource.archive ? { ...after, updated_at: before.updated_at } : after).toEqual(before)
    })
  }

  test('answers 404 for a missing record, and for an invalid id', async () => {
    expect(await staff('GET', `${path}/999999999`)).toMatchObject({
      status: 404,
      body: { code: 404, message: 'Oops! Record not found.' },
    })
    expect((await staff('GET', `${path}/nonsense`)).status).toBe(400)
  })
})
