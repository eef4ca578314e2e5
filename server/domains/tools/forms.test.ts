import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
let tableId: number
let tagField: number
beforeAll(async () => {
  server = await startTestServer()
  await developer('GET', '/sql/sync')
  const { body } = await developer('GET', '/sql/tables?search=tags&page_size=0')
  tableId = body.sql_tables.find(
    (sqlTable: { table_name: string }) => sqlTable.table_name === 'tags',
  ).table_id
  const { body: table } = await developer('GET', `/sql/tables/${tableId}`)
  tagField = table.sql_table.sql_fields.find((field: { name: string }) => field.name === 'tag').field_id
})
afterAll(() => server.close())

const developer = (method: string, path: string, body?: unknown) =>
  server.as('developer').call(method, path, body)
const FIELDS = () => [
  { field_id: tagField, name: 'tag', input_type: 'text', max_len: 12, default_value: 'Route' },
  { name: 'company_id', input_type: 'select', comments: 'Whose it is' },
]
const bodyOf = (more: object) => ({
  primary_table_id: tableId,
  singular_obj: 'Tag',
  plural_obj: 'Tags',
  ...more,
})
async function make(more: object): Promise<number> {
  const response = await developer('POST', '/forms', bodyOf(more))
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return response.body.sql_form.form_id
}
const generated = async (account: Parameters<TestServer['as']>[0], form_id: number) =>
  (await server.as(account).call('GET', '/generate/frontend')).body.forms.find(
    (form: { form_id: number }) => form.form_id === form_id,
  )

describe('a form', () => {
  test('keeps its fields in order, and reports each error with its field', async () => {
    const id = await make({ name: 'tag_request', fields: FIELDS() })
    const { body } = await developer('PATCH', `/forms/${id}`, { fields: FIELDS().toReversed() })
    expect(body.sql_form.fields.map(({ name }: { name: string }) => name)).toEqual(['company_id', 'tag'])

    const invalid: [object, string][] = [
      [{ name: '9lives' }, 'name'],
      [{ singular_obj: 'A tag' }, 'singular_obj'],
      [{ endpoint: '/nowhere' }, 'endpoint'],
      // Records of another table are created there.
      [{ endpoint: '/people' }, 'endpoint'],
      [{ fields: [{ name: 'tag' }] }, 'fields.0.input_type'],
      [{ fields: [{ name: 'tag', input_type: 'crystal ball' }] }, 'fields.0.input_type'],
      [{ fields: [FIELDS()[0], FIELDS()[0]] }, 'fields.1.name'],
      [{ fields: [{ ...FIELDS()[0], min_len: 13 }] }, 'fields.0.min_len'],
      [{ fields: [{ ...FIELDS()[0], default_value: 'x'.repeat(26) }] }, 'fields.0.default_value'],
      [{ fields: [{ ...FIELDS()[0], field_id: 999_999 }] }, 'fields.0.field_id'],
      [{ fields: [{ name: 'key_hash', input_type: 'text' }] }, 'fields.0.name'],
      [{ fields: [FIELDS()[0], { name: 'no_such_field', input_type: 'text' }] }, 'fields.1.name'],
      [{ fields: [{ name: 'tag', input_type: 'text', rules: 'required|whatever' }] }, 'fields.0.rules'],
      [{ fields: [{ name: 'tag', input_type: 'text', rules: 'regex:(a+)+$' }] }, 'fields.0.rules'],
    ]
    for (const [part, field] of invalid) {
      const response = await developer('POST', '/forms', bodyOf({ name: 'wrong', ...part }))
      expect(response.status, JSON.stringify(part)).toBe(422)
      expect(response.body.errors.map((error: { field: string }) => error.field)).toContain(field)
    }
  })

  test('cannot contain itself', async () => {
    const outer = await make({ name: 'outer_form' })
    const inner = await make({ name: 'inner_form', sub_form_id: outer })
    const { status, body } = await developer('PATCH', `/forms/${outer}`, { sub_form_id: inner })
    expect([status, body.errors[0].field]).toEqual([422, 'sub_form_id'])
  })

  test('contains only related forms, and belongs to a company only if its records do', async () => {
    const tableOf = async (name: string) =>
      (await developer('GET', `/sql/tables?search=${name}&page_size=0`)).body.sql_tables.find(
        (table: { table_name: string }) => table.table_name === name,
      ).table_id
    const currencies = await make({ name: 'of_currencies', primary_table_id: await tableOf('currencies') })
    const stranger = await developer('POST', '/forms', bodyOf({ name: 'apart', sub_form_id: currencies }))
    expect([stranger.status, stranger.body.errors[0].field]).toEqual([422, 'sub_form_id'])
    const scoped = await developer('PATCH', `/forms/${currencies}`, { has_scope: 1 })
    expect([scoped.status, scoped.body.errors[0].field]).toEqual([422, 'has_scope'])
  })

  test('is written by developers only; staff see it', async () => {
    const id = await make({ name: 'for_staff' })
    expect((await server.as('administrator').call('PATCH', `/forms/${id}`, {})).status).toBe(405)
    expect((await server.as('employee').call('GET', `/forms/${id}`)).status).toBe(200)
    expect((await server.as('customer').call('GET', `/forms/${id}`)).status).toBe(405)
  })
})

describe('a generated form', () => {
  test('is JSON Schema with the rules of the kind, narrowed by those of the form', async () => {
    const form = await generated(
      'developer',
      await make({ name: 'drawn', endpoint: '/tags', fields: FIELDS() }),
    )
    expect(form).toMatchObject({ endpoint: '/tags', method: 'POST', resource: 'tags' })
    expect(form.ui).toMatchObject({
      order: ['tag', 'company_id'],
      fields: {
        tag: { label: 'Tag', input_type: 'text' },
        company_id: { help: 'Whose it is', options: '/companies?options=1' },
      },
    })
    expect(form.schema).toMatchObject({
      type: 'object',
      properties: {
        tag: { title: 'Tag', type: 'string', maxLength: 12, default: 'Route' },
        company_id: { type: 'integer' },
      },
      required: ['tag', 'company_id'],
    })
  })

  test('is for users who may create such a record; a design is for users who read the configuration', async () => {
    const open = await make({ name: 'open_form', endpoint: 'tags/', fields: FIELDS() })
    const design = await make({ name: 'design_form', fields: FIELDS() })
    expect(await generated('customer', open)).toMatchObject({ endpoint: '/tags' })
    expect(await generated('customer', design)).toBeUndefined()
    expect(await generated('vendor', open)).toBeUndefined()
    expect(await generated('employee', design)).toMatchObject({ endpoint: null, is_open: false })
    expect(await generated('customer', open)).toMatchObject({ is_open: true })
  })

  test('sets the user’s own company and does not ask for it', async () => {
    const id = await make({ name: 'own_form', endpoint: '/tags', has_scope: 1, fields: FIELDS() })
    const form = await generated('customer', id)
    expect(form.given).toEqual({ company_id: COMPANY.customer })
    expect(form.ui.order).toEqual(['tag'])
    expect(form.schema.properties.company_id).toEqual({ const: COMPANY.customer })
    expect(form.schema.required).toContain('company_id')
  })

  test('has the fields of a form within it as a section, and names the form that follows', async () => {
    const tables = (await developer('GET', '/sql/tables?page_size=0')).body.sql_tables
    const idOf = (name: string) =>
      tables.find((table: { table_name: string }) => table.table_name === name).table_id
    const subscription = await make({
      name: 'a_subscription',
      endpoint: '/subscriptions',
      primary_table_id: idOf('subscriptions'),
      fields: [{ name: 'device_id', input_type: 'select' }],
    })
    const ofDevices = { primary_table_id: idOf('devices') }
    const more = await make({
      ...ofDevices,
      name: 'more_of_it',
      sub_form_id: subscription,
      fields: [{ name: 'device_type_id', input_type: 'select' }],
    })
    const id = await make({
      ...ofDevices,
      name: 'whole',
      endpoint: '/devices',
      sub_form_id: more,
      fields: [{ name: 'company_id', input_type: 'select' }],
    })
    const form = await generated('administrator', id)
    expect(form.sections).toEqual([
      { name: 'details', title: null, fields: ['company_id'] },
      { name: `form_${more}`, title: 'more_of_it', fields: ['device_type_id'] },
    ])
    expect(form.schema.required).toEqual(['company_id', 'device_type_id'])
    expect(form.next).toEqual({ form_id: subscription, name: 'a_subscription', field: 'device_id' })
    // A user who may not create what follows is not sent there.
    expect((await generated('employee', id)).next).toBeNull()
  })

  test('includes user-defined fields', async () => {
    await developer('POST', '/user_defined_fields', {
      resource: 'tags',
      name: 'depth',
      label: 'Depth',
      data_type: 'integer',
      max_value: '30',
    })
    const fields = [...FIELDS(), { name: 'udf_depth', input_type: 'number', rules: 'required' }]
    const form = await generated('customer', await make({ name: 'deep_form', endpoint: '/tags', fields }))
    expect(form.schema.properties.udf_depth).toMatchObject({ title: 'Depth', type: 'integer', maximum: 30 })
    expect(form.schema.required).toContain('udf_depth')

    await server.as('administrator').call('POST', '/tags', { tag: 'Deep', company_id: 1, udf_depth: 7 })
    const { body } = await developer('GET', '/user_defined_fields?search=depth')
    const path = `/user_defined_fields/${body.user_defined_fields[0].field_id}`
    for (const [method, change] of [
      ['DELETE', undefined],
      ['PATCH', { is_active: 0 }],
    ] as const)
      expect(await developer(method, path, change)).toMatchObject({
        status: 409,
        body: {
          message:
            'These forms use this field: deep_form. Remove it from them first. Records with a value: 1.',
        },
      })
    await developer('PATCH', `/forms/${form.form_id}`, { fields: FIELDS() })
    expect((await developer('DELETE', path)).status).toBe(200)
  })
})
