import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXTENSIBLE_KINDS } from '#core/domains/tools/user_defined_fields.ts'
import { listKeyOf, pathOf } from '#core/resources/definition.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { resolveReferences } from '#server/app/testing/resolveReferences.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { countsOf, importing } from '#server/domains/tools/imports/testing/importing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const staff = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, path, body)

/** Adds a field to a kind of record. @returns its id */
async function add(field: Record<string, unknown>): Promise<number> {
  const response = await staff('POST', '/user_defined_fields', { label: String(field['name']), ...field })
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return response.body.user_defined_field.field_id
}

async function makeTag(values: Record<string, unknown>): Promise<Record<string, any>> {
  const response = await staff('POST', '/tags', { company_id: COMPANY.customer, ...values })
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return response.body.tag
}

describe.each(EXTENSIBLE_KINDS)('a field added to %s', (name) => {
  test('is saved, read, listed, filtered, searched, exported and shown in the history', async () => {
    const resource = resourceOf(name)
    const path = pathOf(resource)
    const field = { resource: name, in_list: 1, is_searchable: 1, is_filter: 1 }
    await add({ ...field, name: 'gate', label: 'Gate code', label_es: 'Código de la puerta' })
    const created = await staff('POST', path, { ...(await exampleOf(server, resource)), udf_gate: 'Blue 7' })
    expect(created.body[resource.single], JSON.stringify(created.body)).toMatchObject({ udf_gate: 'Blue 7' })
    const id = created.body[resource.single][resource.id]
    const changed = await staff('PATCH', `${path}/${id}`, { udf_gate: 'Red 8, zq' })
    expect(changed.body[resource.single]).toMatchObject({ udf_gate: 'Red 8, zq' })
    expect((await staff('GET', `${path}/${id}`)).body[resource.single]).toMatchObject({
      udf_gate: 'Red 8, zq',
    })

    const ids = async (query: string) => {
      const { body } = await staff('GET', `${path}?page_size=100&${query}`)
      return body[listKeyOf(resource)].map((row: Record<string, unknown>) => row[resource.id])
    }
    expect(await ids('udf_gate=Red 8, zq')).toEqual([id])
    expect(await ids('udf_gate=Blue 7')).toEqual([])
    expect(await ids('search=8, zq')).toEqual([id])
    expect((await ids('sort=-udf_gate'))[0]).toBe(id)

    const csv = await staff('GET', `${path}/export?format=csv&search=8, zq`)
    expect(csv.raw.split('\n')[0]).toContain('Gate code')
    expect(csv.raw).toContain('Red 8, zq')
    const print = await staff('GET', `${path}/print?search=8, zq`)
    expect(print.body.print.html).toContain('Red 8, zq')

    const { body } = await staff('GET', `${path}/${id}/history`)
    expect(body.audit_entries[0].changes).toEqual([
      { field: 'udf_gate', before: 'Blue 7', after: 'Red 8, zq' },
    ])
  })
})

test('a field added to tanks is saved with the port of its device', async () => {
  await add({ resource: 'device_ports', name: 'cover', label: 'Cover' })
  const { body } = await staff('POST', '/devices', await exampleOf(server, resourceOf('devices')))
  const path = `/devices/${body.device.device_id}/ports`
  const { device_id: _, ...port } = await exampleOf(server, resourceOf('device_ports'))
  const created = await staff('POST', path, { ...port, udf_cover: 'Steel' })
  expect(created.body.device_port, created.raw).toMatchObject({ udf_cover: 'Steel' })
  const changed = await staff('PATCH', `${path}/${created.body.device_port.device_ports_id}`, {
    udf_cover: 'Lid',
  })
  expect(changed.body.device_port, changed.raw).toMatchObject({ udf_cover: 'Lid' })
  expect((await staff('GET', path)).body.device_ports).toMatchObject([{ udf_cover: 'Lid' }])
})

describe('its values', () => {
  test('are checked by their data type, and every invalid one is named', async () => {
    const of = { resource: 'tags' }
    await add({ ...of, name: 'rank', data_type: 'integer', min_value: '1', max_value: '9' })
    await add({ ...of, name: 'fee', data_type: 'decimal', decimals: 3 })
    await add({ ...of, name: 'noted', data_type: 'flag' })
    await add({ ...of, name: 'since', data_type: 'date' })
    await add({ ...of, name: 'opens', data_type: 'time' })
    await add({ ...of, name: 'zone', data_type: 'choice', choices: ['St. Louis: north', 'South'] })
    await add({ ...of, name: 'mail', data_type: 'email' })
    await add({ ...of, name: 'short', data_type: 'text', max_length: 3 })
    const invalid = {
      udf_rank: 10,
      udf_fee: '1.2345',
      udf_noted: 2,
      udf_since: '31.1.2026',
      udf_opens: '25:00',
      udf_zone: 'West',
      udf_mail: 'nobody',
      udf_short: 'four',
    }
    const refused = await staff('POST', '/tags', { company_id: COMPANY.customer, tag: 'wrong', ...invalid })
    expect(refused.status).toBe(422)
    expect(refused.body.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual(
      Object.keys(invalid).toSorted(),
    )
    const right = {
      udf_rank: 9,
      udf_fee: '1.250',
      udf_noted: 1,
      udf_since: '2026-01-31',
      udf_opens: '07:30',
      udf_zone: 'St. Louis: north',
      udf_mail: 'a@example.com',
      udf_short: 'abc',
    }
    const tag = await makeTag({ tag: 'right', ...right, udf_fee: 1.25 })
    expect(tag).toMatchObject(right)
    const emptied = await staff('PATCH', `/tags/${tag['tag_id']}`, { udf_fee: null, udf_zone: '' })
    expect(emptied.body.tag).toMatchObject({ ...right, udf_fee: null, udf_zone: null })
    const sheet = await staff('GET', '/tags/export?format=xlsx&search=right')
    expect(sheet.raw.startsWith('PK')).toBe(true)
  })

  test('are found by an equal number, with and without its decimals', async () => {
    await add({ resource: 'tags', name: 'rate', data_type: 'decimal', is_filter: 1 })
    const { tag_id } = await makeTag({ tag: 'rated', udf_rate: 5 })
    await makeTag({ tag: 'rated higher', udf_rate: '5.01' })
    const found = async (rate: string) => (await staff('GET', `/tags?udf_rate=${rate}`)).body.tags
    for (const rate of ['5', '5.0', '5.00']) expect(await found(rate), rate).toMatchObject([{ tag_id }])
    expect(await found('5.001')).toEqual([])
    expect((await staff('GET', '/tags?udf_rate=five')).status).toBe(422)
  })

  test('sort by their type, and are changed for many records at once, which can be undone', async () => {
    await add({ resource: 'people', name: 'badge_no', data_type: 'integer', in_list: 1 })
    const make = async (number: number) => {
      const person = { company_id: COMPANY.customer, first_name: 'Sorted', last_name: `No ${number}` }
      return (await staff('POST', '/people', { ...person, udf_badge_no: number })).body.person.people_id
    }
    const [ten, nine] = [await make(10), await make(9)]
    const list = await staff('GET', '/people?search=Sorted&page_size=10&sort=udf_badge_no')
    expect(list.body.people.map((row: { people_id: number }) => row.people_id)).toEqual([nine, ten])
    const many = await staff('PATCH', '/people/bulk', {
      items: [{ id: nine }, { id: ten }],
      changes: { udf_badge_no: 5 },
    })
    expect(many.status, JSON.stringify(many.body)).toBe(200)
    const numberOf = async (id: number) => (await staff('GET', `/people/${id}`)).body.person.udf_badge_no
    expect([await numberOf(nine), await numberOf(ten)]).toEqual([5, 5])
    await staff('POST', `/undo/${many.body.undo_id}`)
    expect([await numberOf(nine), await numberOf(ten)]).toEqual([9, 10])
  })

  test('are required for a required field; a default is used', async () => {
    await add({ resource: 'departments', name: 'floor', is_required: 1 })
    const needy = await staff('POST', '/departments', { department_name: 'Stores' })
    expect(needy.body.errors).toMatchObject([{ field: 'udf_floor' }])
    await add({ resource: 'departments', name: 'wing', is_required: 1, default_value: 'East' })
    const created = await staff('POST', '/departments', { department_name: 'Stores', udf_floor: '2' })
    expect(created.body.department).toMatchObject({ udf_floor: '2', udf_wing: 'East' })
  })

  test('are required in every change, except where an older record has none', async () => {
    const make = async (description: string, more: object = {}) => {
      const { body } = await staff('POST', '/payment_terms', { description, term_days: 30, ...more })
      return body.payment_term.payment_term_id
    }
    const old = await make('Before the field')
    await add({
      resource: 'payment_terms',
      name: 'risk',
      label: 'Risk',
      is_required: 1,
      data_type: 'integer',
    })
    const id = await make('After the field', { udf_risk: 3 })
    const read = async (one: number) => (await staff('GET', `/payment_terms/${one}`)).body.payment_term
    for (const udf_risk of [null, '']) {
      expect((await staff('PATCH', `/payment_terms/${id}`, { udf_risk })).status).toBe(422)
      const many = { items: [{ id }], changes: { udf_risk } }
      expect((await staff('PATCH', '/payment_terms/bulk', many)).status).toBe(422)
    }
    const { checked } = importing(() => server)
    const { log } = await checked('Description,Term days\nBefore the field,32\nNew,30\n', 'payment_terms')
    expect(countsOf(log), JSON.stringify(log.report)).toEqual([0, 1, 0, 1])
    const resent = await staff('PATCH', `/payment_terms/${old}`, { ...(await read(old)), term_days: 31 })
    expect(resent.body.payment_term, resent.raw).toMatchObject({ term_days: 31, udf_risk: null })
    const many = { items: [{ id: old }, { id }], changes: { udf_risk: 5 } }
    const { undo_id } = (await staff('PATCH', '/payment_terms/bulk', many)).body
    expect([(await read(old)).udf_risk, (await read(id)).udf_risk]).toEqual([5, 5])
    const undone = await staff('POST', `/undo/${undo_id}`)
    expect(undone.status, undone.raw).toBe(200)
    expect([(await read(old)).udf_risk, (await read(id)).udf_risk]).toEqual([null, 3])
  })

  test('are neither shown to others nor accepted from them if they are for staff only', async () => {
    await add({ resource: 'tags', name: 'margin', staff_only: 1 })
    const tag = await makeTag({ tag: 'secretive', udf_margin: 'high' })
    const customer = server.as('customer')
    const seen = await customer.call('GET', `/tags/${tag['tag_id']}`)
    expect(seen.body.tag).toMatchObject({ tag: 'secretive', udf_margin: null })
    await customer.call('PATCH', `/tags/${tag['tag_id']}`, { udf_margin: 'low' })
    expect((await staff('GET', `/tags/${tag['tag_id']}`)).body.tag.udf_margin).toBe('high')
    expect((await customer.call('GET', `/tags/${tag['tag_id']}/history`)).raw).not.toContain('margin')
    expect((await customer.call('GET', '/tags/export?format=csv')).raw).not.toContain('margin')
    expect((await customer.call('GET', '/user_defined_fields/known')).raw).not.toContain('margin')
  })

  test('belong to the record: an account that may not see it cannot see them either', async () => {
    await add({ resource: 'tags', name: 'hint', is_filter: 1, is_searchable: 1 })
    await makeTag({ tag: 'theirs', company_id: COMPANY.stranger, udf_hint: 'canary' })
    for (const query of ['udf_hint=canary', 'search=canary']) {
      expect((await server.as('customer').call('GET', `/tags?page_size=50&${query}`)).body.tags).toEqual([])
    }
    const found = await server.as('customer').call('GET', '/search?search=canary')
    // A help article with a similar word is not a record.
    const records = found.body.found.filter(
      ({ object_ref }: { object_ref: string }) => object_ref !== 'help_articles',
    )
    expect(records).toEqual([])
    expect((await staff('GET', '/search?search=canary')).body.found).toMatchObject([{ title: 'theirs' }])
  })
})

describe('the field itself', () => {
  test('keeps kind, name and type; a chosen value remains a choice', async () => {
    const field_id = await add({
      resource: 'tags',
      name: 'colour',
      data_type: 'choice',
      choices: ['Red', 'Blue'],
    })
    await makeTag({ tag: 'reddish', udf_colour: 'Red' })
    const change = (changes: object) => staff('PATCH', `/user_defined_fields/${field_id}`, changes)
    for (const [field, value] of [
      ['resource', 'people'],
      ['name', 'hue'],
      ['data_type', 'text'],
    ] as const) {
      const body = field === 'data_type' ? { data_type: value, choices: null } : { [field]: value }
      expect((await change(body)).body.errors, field).toContainEqual(
        expect.objectContaining({ field, message: 'Cannot be changed later' }),
      )
    }
    expect((await change({ choices: ['Blue'] })).body.errors).toMatchObject([
      { field: 'choices', message: 'Still used in a record: Red' },
    ])
    expect((await change({ choices: ['Red', 'Green'] })).status).toBe(200)
  })

  test('has a unique label within its kind, in each language', async () => {
    const of = { resource: 'tags', name: 'label_one', label: 'Own label', label_es: 'Etiqueta propia' }
    const field_id = await add(of)
    const refused = async (field: object, path = '', method = 'POST') => {
      const { body } = await staff(method, `/user_defined_fields${path}`, field)
      return body.errors?.map(
        (error: { field: string; message: string }) => `${error.field} ${error.message}`,
      )
    }
    const next = { resource: 'tags', name: 'label_two', label: 'Other label' }
    expect(await refused({ ...next, label: 'own LABEL' })).toEqual(['label Not Unique'])
    expect(await refused({ ...next, label_es: 'etiqueta propia' })).toEqual(['label_es Not Unique'])
    expect(await refused({ ...next, label: 'Etiqueta propia' })).toEqual(['label Not Unique'])
    const other = await add(next)
    expect(await refused({ label: 'Own label' }, `/${other}`, 'PATCH')).toEqual(['label Not Unique'])
    await add({ resource: 'people', name: 'label_one', label: 'Own label' })
    await staff('DELETE', `/user_defined_fields/${field_id}`)
    expect(await refused({ label: 'Own label' }, `/${other}`, 'PATCH')).toBeUndefined()
    expect(await refused({ is_active: 1 }, `/${field_id}`, 'PATCH')).toEqual(['label Not Unique'])
  })

  test('an archived one cannot filter any more: the request is refused instead of listing everything', async () => {
    const field_id = await add({ resource: 'tags', name: 'gone', label: 'Gone', is_filter: 1 })
    expect((await staff('GET', '/tags?udf_gone=x')).body.tags).toEqual([])
    await staff('DELETE', `/user_defined_fields/${field_id}`)
    for (const path of ['/tags?udf_gone=x', '/tags/export?format=csv&udf_gone=x']) {
      const { status, body } = await staff('GET', path)
      expect([status, body.message]).toEqual([
        422,
        'The list cannot be filtered by udf_gone. Remove this filter.',
      ])
    }
    expect((await staff('GET', '/tags?udf_gone=')).status).toBe(200)
  })

  test('a deleted one is hidden, reports how many records have a value, and is restored with them', async () => {
    const field_id = await add({ resource: 'tags', name: 'nick' })
    const { tag_id } = await makeTag({ tag: 'nicked', udf_nick: 'Nick' })
    expect(await staff('DELETE', `/user_defined_fields/${field_id}`)).toMatchObject({
      ...{ status: 200, body: { holding: 1 } },
    })
    expect((await staff('GET', `/tags/${tag_id}`)).body.tag).not.toHaveProperty('udf_nick')
    await staff('PATCH', `/user_defined_fields/${field_id}`, { is_active: 1 })
    expect((await staff('GET', `/tags/${tag_id}`)).body.tag).toMatchObject({ udf_nick: 'Nick' })
  })

  test('must match its type, and so must its default', async () => {
    const invalid: [object, string][] = [
      [{ data_type: 'choice' }, 'choices'],
      [{ data_type: 'choice', choices: ['a', 'A'] }, 'choices'],
      [{ data_type: 'text', choices: ['a'] }, 'choices'],
      [{ data_type: 'date', max_length: 5 }, 'max_length'],
      [{ data_type: 'integer', min_value: '5', max_value: '4' }, 'min_value'],
      [{ data_type: 'integer', default_value: 'many' }, 'default_value'],
      [{ data_type: 'flag', default_value: '2' }, 'default_value'],
      [{ data_type: 'choice', choices: ['a'], default_value: 'b' }, 'default_value'],
      [{ staff_only: 1, is_filter: 1 }, 'is_filter'],
      [{ name: 'Not A Slug' }, 'name'],
      [{ resource: 'mails' }, 'resource'],
    ]
    for (const [field, name] of invalid) {
      const body = { resource: 'tags', name: 'wrong', label: 'Wrong', ...field }
      const response = await staff('POST', '/user_defined_fields', body)
      expect(response.status, JSON.stringify(field)).toBe(422)
      expect(response.body.errors.map((error: { field: string }) => error.field)).toContain(name)
    }
  })

  test('is unique within its kind, and documented in the API', async () => {
    await add({ resource: 'tank_products', name: 'un_number', label: 'UN number' })
    const again = await staff('POST', '/user_defined_fields', {
      resource: 'tank_products',
      name: 'un_number',
      label: 'Again',
    })
    expect(again.body.errors ?? again.body, JSON.stringify(again.body)).toMatchObject([{ field: 'name' }])
    const { body } = await staff('GET', '/openapi.json')
    const { paths } = resolveReferences(body)
    const { schema } = paths['/tank_products'].post.requestBody.content['application/json']
    expect(schema.properties).toHaveProperty('udf_un_number')
  })

  test('is written by users who manage the configuration, and visible to all readers of its kind', async () => {
    const body = { resource: 'tags', name: 'nope', label: 'Nope' }
    for (const type of ['employee', 'customer'] as const)
      expect((await server.as(type).call('POST', '/user_defined_fields', body)).status).toBe(405)
    await add({ resource: 'chart_of_accounts', name: 'tax_key' })
    const known = async (type: 'customer' | 'administrator') =>
      (await server.as(type).call('GET', '/user_defined_fields/known')).body.user_defined_fields.map(
        ({ resource }: { resource: string }) => resource,
      )
    expect(await known('administrator')).toContain('chart_of_accounts')
    expect(await known('customer')).not.toContain('chart_of_accounts')
    expect(await known('customer')).toContain('tags')
  })
})
