import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const developer = (method: string, path: string, body?: unknown) =>
  server.as('developer').call(method, path, body)
const sync = () => developer('GET', '/sql/sync')
const tableOf = async (name: string) => {
  const { body } = await developer('GET', `/sql/tables?search=${name}&page_size=0`)
  const found = body.sql_tables.find((table: { table_name: string }) => table.table_name === name)
  return found && (await developer('GET', `/sql/tables/${found.table_id}`)).body.sql_table
}
const fieldOf = async (table: string, name: string) =>
  (await tableOf(table))?.sql_fields.find((field: { name: string }) => field.name === name)

test('the catalogue is read unchanged: tables, columns and foreign keys, but no partitions', async () => {
  const { status, body } = await sync()
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.added).toBeGreaterThan(100)
  const names = body.sql_tables.map((table: { table_name: string }) => table.table_name)
  expect(names).toContain('devices')
  expect(names.filter((name: string) => /^readings_\d/.test(name))).toEqual([])

  expect(await fieldOf('devices', 'public_id')).toMatchObject({
    alias: 'Device id',
    type: 'varchar',
    fillable: 1,
    is_searchable: 1,
    attributes: 'not null',
    index_type: expect.stringContaining('unique'),
    rules: expect.stringContaining('required'),
  })
  expect(await fieldOf('currencies', 'currency_id')).toMatchObject({ type: 'bigint', index_type: 'primary' })
  expect(await fieldOf('exchange_rates', 'rate')).toMatchObject({ type: 'numeric', length: '18.10' })

  const devices = await tableOf('devices')
  const { body: whole } = await developer('GET', `/sql/tables/${devices.table_id}/fields_with_raltionships`)
  const company = whole.sql_fields.find((field: { name: string }) => field.name === 'company_id')
  // A device and its site are of one company: that key has two columns.
  expect(company.relationships).toHaveLength(2)
  for (const [single, many] of [
    ['company', 'companies'],
    ['site', 'sites'],
  ]) {
    expect(company.relationships).toContainEqual(
      expect.objectContaining({
        ...{ foreign_object_name: single, foreign_model_name: many },
        ...{ relation_type: 2, is_user_def: 0 },
      }),
    )
  }
})

test('a second synchronization changes nothing, and people’s texts stay', async () => {
  await sync()
  const field = await fieldOf('tags', 'tag')
  const texts = {
    alias: 'Mark',
    placeholder: 'north',
    rules: 'required|max:20',
    comments: 'What it is called',
  }
  expect((await developer('PATCH', `/sql/fields/${field.field_id}`, texts)).status).toBe(200)
  const before = await fieldOf('tags', 'tag')
  const { body } = await sync()
  expect(body).toMatchObject({ added: 0, changed: 0, removed: 0 })
  const { date_sync: _, ...after } = await fieldOf('tags', 'tag')
  expect(before).toMatchObject({ ...after, ...texts })
})

test('a column that is added, changed or dropped in the database follows in the dictionary', async () => {
  await sync()
  await sql`create table deliveries_by_hand (id bigint primary key, note varchar(20), device_id bigint references devices)`.execute(
    server.db,
  )
  expect((await sync()).body.added).toBe(5)
  expect(await fieldOf('deliveries_by_hand', 'note')).toMatchObject({
    alias: 'Note',
    type: 'varchar',
    length: '20',
  })
  await sql`alter table deliveries_by_hand alter note type varchar(40)`.execute(server.db)
  expect((await sync()).body).toMatchObject({ added: 0, changed: 1, removed: 0 })
  expect(await fieldOf('deliveries_by_hand', 'note')).toMatchObject({ length: '40' })
  await sql`drop table deliveries_by_hand`.execute(server.db)
  expect((await sync()).body.removed).toBe(5)
  expect(await tableOf('deliveries_by_hand')).toBeUndefined()
})

test('people’s own entries stay, and the synchronization never changes a table', async () => {
  const created = await developer('POST', '/sql/tables', { table_name: 'planned_table' })
  const { table_id } = created.body.sql_table
  await developer('POST', '/sql/fields', { table_id, name: 'planned', alias: 'Planned', type: 'text' })
  await sync()
  expect((await tableOf('planned_table')).sql_fields).toMatchObject([{ name: 'planned', date_sync: null }])
  const { rows } = await sql`select 1 from pg_class where relname = 'planned_table'`.execute(server.db)
  expect(rows).toEqual([])
})

test('facts of the catalogue cannot be changed; the rest can', async () => {
  await sync()
  const field = await fieldOf('tags', 'tag')
  const { status, body } = await developer('PATCH', `/sql/fields/${field.field_id}`, {
    type: 'integer',
    alias: 'Sign',
  })
  expect(status).toBe(422)
  expect(body.errors).toMatchObject([{ field: 'type', message: 'Set by the database' }])
  expect((await fieldOf('tags', 'tag')).type).toBe('varchar')
  const tags = await tableOf('tags')
  const renamed = await developer('PATCH', `/sql/tables/${tags.table_id}`, { table_name: 'labels' })
  expect(renamed.body.errors).toMatchObject([{ field: 'table_name' }])
})

test('entries in the catalogue are not deleted: people’s texts would be lost', async () => {
  await sync()
  const tags = await tableOf('tags')
  const field = await fieldOf('tags', 'tag')
  await developer('PATCH', `/sql/fields/${field.field_id}`, { alias: 'Kept sign' })
  for (const path of [`tables/${tags.table_id}`, `fields/${field.field_id}`])
    expect((await developer('DELETE', `/sql/${path}`)).status).toBe(409)
  await sync()
  expect(await fieldOf('tags', 'tag')).toMatchObject({ field_id: field.field_id, alias: 'Kept sign' })
  const planned = await developer('POST', '/sql/tables', { table_name: 'given_up' })
  expect((await developer('DELETE', `/sql/tables/${planned.body.sql_table.table_id}`)).status).toBe(200)
})

test('staff read the dictionary; only developers write it or synchronize it', async () => {
  for (const type of ['employee', 'administrator'] as const) {
    expect((await server.as(type).call('GET', '/sql/tables?page_size=1')).status).toBe(200)
    expect((await server.as(type).call('POST', '/sql/tables', { table_name: 'x' })).status).toBe(405)
    expect((await server.as(type).call('GET', '/sql/sync')).status).toBe(405)
  }
  expect((await server.as('customer').call('GET', '/sql/tables')).status).toBe(405)
})
