import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { devices } from '#core/domains/devices/devices.ts'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import { countryOfIso } from '#core/platform/countries.ts'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { uploadFile } from '#server/app/testing/uploadFile.ts'
import { type Cell, xlsxOf } from '#server/resources/files/xlsx.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const send = (resource: string, bytes: Buffer | string, as: LoginType = 'administrator', name = 'file.csv') =>
  uploadFile(server, as, `/data_import_logs?resource=${resource}`, {
    bytes,
    field: 'file',
    name,
    type: 'text/plain',
  })

const admin = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, `/data_import_logs${path}`, body)
const tagsNamed = async (search: string) =>
  (await server.as('administrator').call('GET', `/tags?page_size=100&search=${search}`)).body.tags

async function checked(content: Buffer | string, resource = 'tags') {
  const { body } = await send(resource, content)
  const { import_id } = body.data_import_log
  const answer = await admin('POST', `/${import_id}/check`)
  expect(answer.status, answer.raw).toBe(200)
  return { import_id, log: answer.body.data_import_log }
}

describe('a file of records', () => {
  test('is tried without a trace, then imported, then undone', async () => {
    const csv = 'Tag,Company\r\nimp one,Prairie Fuels\r\n"imp ""two"", and more",103\r\n'
    const { import_id, log } = await checked(csv)
    expect(log).toMatchObject({ status: 'checked', total_records: 2, good_records: 2, report: [] })
    expect(log.headings).toEqual(['Tag', 'Company'])
    expect(await tagsNamed('imp')).toEqual([])

    const done = await admin('POST', `/${import_id}/import`)
    expect(done.body.data_import_log).toMatchObject({
      status: 'imported',
      total_records_imported: 2,
      can_undo: true,
      sample: [],
    })
    expect(done.body.data_import_log.made.map(({ title }: { title: string }) => title)).toEqual([
      'imp one',
      'imp "two", and more',
    ])
    const made = await tagsNamed('imp')
    expect(made.map((one: { tag: string }) => one.tag).sort()).toEqual(['imp "two", and more', 'imp one'])
    expect(made[0].company_title).toBe('Prairie Fuels')
    const { body } = await server.as('administrator').call('GET', `/tags/${made[0].tag_id}/history`)
    expect(body.audit_entries[0]).toMatchObject({ action: 'create', by: 'administrator@test.example' })

    expect((await admin('POST', `/${import_id}/undo`)).body.data_import_log).toMatchObject({
      status: 'undone',
      can_undo: false,
    })
    expect(await tagsNamed('imp')).toEqual([])
    expect((await admin('POST', `/${import_id}/undo`)).status).toBe(404)
  })

  test('tells what is wrong by row and column, and imports the good rows', async () => {
    const csv = `Company,Etiqueta\nPrairie Fuels,row good\nNobody Ltd,row lost\nPrairie Fuels,${'x'.repeat(500)}\n,\nPrairie Fuels,\n`
    const { import_id, log } = await checked(csv)
    expect(log).toMatchObject({ total_records: 4, good_records: 1 })
    expect(log.report).toEqual([
      { row: 3, errors: [{ field: 'company_id', position: 0, message: 'There is no such record' }] },
      { row: 4, errors: [{ field: 'tag', position: 1, message: 'Input is too long' }] },
      { row: 6, errors: [{ field: 'tag', position: 1, message: 'Required' }] },
    ])
    expect((await admin('POST', `/${import_id}/import`)).body.data_import_log.total_records_imported).toBe(1)
    expect(await tagsNamed('row')).toHaveLength(1)
  })

  test('judges passwords as any that is chosen: common ones and names are refused by row', async () => {
    const header = 'username,password,type,company,first name,last name,phone_number,login_type_id'
    const row = (name: string, password: string) =>
      `${name}@test.example,${password},,Prairie Fuels,Ina,Bo,+13135550100,customer`
    const { log } = await checked(
      `${header}\n${row('chosen01', 'Welcome#2026')}\n${row('chosen02', 'Prairie#x82Q')}\n${row('chosen03', 'Vq7!pLm2xT')}\n`,
      'users',
    )
    expect(log).toMatchObject({ total_records: 3, good_records: 1 })
    expect(
      log.report.map(({ row, errors }: { row: number; errors: { field: string }[] }) => [
        row,
        errors[0]?.field,
      ]),
    ).toEqual([
      [2, 'password'],
      [3, 'password'],
    ])
  })

  test('imports nothing when a row has become wrong since it was checked', async () => {
    const { import_id } = await checked(
      'username,password,type,company,first name,last name,phone_number,login_type_id\nimported1@test.example,Vq7!pLm2xT,,Prairie Fuels,A,B,+13135550100,customer\nimported2@test.example,Vq7!pLm2xT,,Prairie Fuels,A,B,+13135550100,customer\n',
      'users',
    )
    await sql`update users set username = 'imported2@test.example' where username = 'csr@test.example'`.execute(
      server.db,
    )
    const answer = await admin('POST', `/${import_id}/import`)
    expect(answer).toMatchObject({ status: 409 })
    const { rows } = await sql`select 1 from users where username = 'imported1@test.example'`.execute(
      server.db,
    )
    expect(rows).toEqual([])
    expect((await admin('GET', `/${import_id}`)).body.data_import_log.status).toBe('failed')
  })

  test('may be an XLSX sheet, with dates and numbers', async () => {
    const rows = async function* (): AsyncGenerator<Cell[]> {
      yield ['sheet term', 30]
    }
    const parts: Uint8Array[] = []
    for await (const part of xlsxOf('Terms', ['Description', 'term_days'], rows())) parts.push(part)
    const { import_id, log } = await checked(Buffer.concat(parts), 'payment_terms')
    expect(log).toMatchObject({ good_records: 1, sample: [['sheet term', '30']] })
    expect((await admin('POST', `/${import_id}/import`)).status).toBe(200)
  })

  test('may be written by another spreadsheet: semicolons, decimal commas, Windows signs, words for yes', async () => {
    const csv = Buffer.from(
      'Denominación;account_name;bank_name;balance;is_active\r\nx;Reserva año;Banco;12,5;Sí',
      'latin1',
    )
    const { import_id, log } = await checked(csv, 'bank_accounts')
    expect(log).toMatchObject({ good_records: 1, headings: expect.arrayContaining(['Denominación']) })
    await admin('POST', `/${import_id}/import`)
    const { body } = await server.as('administrator').call('GET', '/bank_accounts?search=Reserva')
    expect(body.bank_accounts[0]).toMatchObject({
      account_name: 'Reserva año',
      balance: '12.500',
      is_active: 1,
    })
  })

  test('names countries as any language does, or by their letters', async () => {
    const example = await exampleOf(server, work_orders, COMPANY.customer)
    const of = `${example['device_id']},${example['wo_requested_by']},abroad`
    const rows = ['Alemania', 'germany', 'DEU', 'de', 'Nowhere'].map((country) => `${of},${country}`)
    const head = 'device_id,wo_requested_by,zoho_estimate_id,Country'
    const { import_id, log } = await checked([head, ...rows].join('\n'), 'work_orders')
    expect(log.report).toMatchObject([{ row: 6, errors: [{ field: 'country_id' }] }])
    await admin('POST', `/${import_id}/import`)
    const { body } = await server.as('administrator').call('GET', '/work_orders?page_size=10&search=abroad')
    const germany = countryOfIso('DE')?.country_id
    expect(body.work_orders.map((one: { country_id: number }) => one.country_id)).toEqual(
      Array(4).fill(germany),
    )
  })

  test('takes what its columns are said to mean, and refuses what they cannot', async () => {
    const { body } = await send('tags', 'a,b\nmapped tag,103\n')
    const { import_id, field_mappings } = body.data_import_log
    expect(field_mappings).toEqual([])
    expect((await admin('POST', `/${import_id}/check`)).status).toBe(422)
    const wrong = [
      { position: 0, table_field: 'nonsense' },
      { position: 7, table_field: 'tag' },
    ]
    const refused = await admin('PATCH', `/${import_id}`, { field_mappings: wrong })
    expect(refused.body.errors.map((one: { field: string }) => one.field)).toEqual([
      'field_mappings.0.table_field',
      'field_mappings.1.position',
    ])
    const right = [
      { position: 0, table_field: 'tag' },
      { position: 1, table_field: 'company_id' },
    ]
    await admin('PATCH', `/${import_id}`, { field_mappings: right })
    expect((await admin('POST', `/${import_id}/check`)).body.data_import_log.good_records).toBe(1)
  })

  test('is refused when it is no table, is empty, is too long, or is of no kind', async () => {
    const cases: [string, Buffer | string, number][] = [
      ['tags', Buffer.from('89504e470d0a1a0a0000', 'hex'), 415],
      ['tags', Buffer.from('504b0304aaaaaaaa', 'hex'), 415],
      ['tags', '"unclosed\n', 415],
      ['tags', '', 422],
      ['tags', 'Tag\n', 422],
      ['tags', `Tag\n${'x\n'.repeat(5001)}`, 422],
      ['tags', Buffer.alloc(10_000_001, 'x'), 413],
      ['audit_entries', 'a\nb', 422],
      ['nonsense', 'a\nb', 422],
    ]
    for (const [resource, content, status] of cases) {
      const answer = await send(resource, content)
      expect(answer.status, `${resource} ${String(content).slice(0, 20)}`).toBe(status)
    }
  })
})

test('a look at an import reads neither its file nor its rows again', async () => {
  const { body } = await send('tags', 'Tag,Company\nlooked at,103')
  const { import_id } = body.data_import_log
  await sql`update data_import_logs set sheet_sealed = 'unreadable' where import_id = ${import_id}`.execute(
    server.db,
  )
  const { data_import_log } = (await admin('GET', `/${import_id}`)).body
  expect(data_import_log).toMatchObject({ headings: ['Tag', 'Company'], sample: [['looked at', '103']] })
  expect((await admin('POST', `/${import_id}/check`)).status).toBe(409)
})

describe('who may import', () => {
  test('only whoever may make such records, and only his own file', async () => {
    expect((await send('tags', 'Tag\nx', 'employee')).status).toBe(405)
    expect((await send('tags', 'Tag\nx', 'customer')).status).toBe(405)
    expect((await send('tank_types', 'Tag\nx', 'customer_support')).status).toBe(405)
    const { body } = await send('tags', 'Tag,Company\nsecret tag,103', 'customer_support')
    const { import_id, sample } = body.data_import_log
    expect(sample).toEqual([['secret tag', '103']])
    expect((await admin('GET', `/${import_id}`)).body.data_import_log).toMatchObject({
      sample: [],
      report: [],
    })
    for (const step of ['check', 'import'])
      expect((await admin('POST', `/${import_id}/${step}`)).status).toBe(405)
  })

  test('whoever imported undoes it; of others only who may delete', async () => {
    const { body } = await send('tags', 'Tag,Company\nsupported,103', 'customer_support')
    const { import_id } = body.data_import_log
    const support = (step: string) =>
      server.as('customer_support').call('POST', `/data_import_logs/${import_id}/${step}`)
    await support('check')
    expect((await support('import')).status).toBe(200)
    expect((await server.as('employee').call('POST', `/data_import_logs/${import_id}/undo`)).status).toBe(405)
    expect((await admin('POST', `/${import_id}/undo`)).status).toBe(200)
  })
})

describe('an import is not undone', () => {
  const imported = async (tag: string) => {
    const { import_id } = await checked(`Tag,Company\n${tag},103\n`)
    await admin('POST', `/${import_id}/import`)
    const [made] = await tagsNamed(tag)
    return { import_id, made }
  }

  test('when somebody has changed what it made', async () => {
    const { import_id, made } = await imported('changed since')
    await server.as('administrator').call('PATCH', `/tags/${made.tag_id}`, { tag: 'changed now' })
    expect((await admin('POST', `/${import_id}/undo`)).body.message).toContain('changed now')
    expect(await tagsNamed('changed')).toHaveLength(1)
  })

  test('when something depends on it', async () => {
    const { import_id, made } = await imported('worn by a device')
    const { body } = await server
      .as('administrator')
      .call('POST', '/devices', await exampleOf(server, devices))
    const { device_id } = body.device
    await server.as('administrator').call('POST', `/devices/${device_id}/attach_tags/${made.tag_id}`)
    expect((await admin('POST', `/${import_id}/undo`)).status).toBe(409)
    expect(await tagsNamed('worn')).toHaveLength(1)
  })

  test('after a day', async () => {
    const { import_id } = await imported('a day ago')
    await sql`update data_import_logs set imported_at = now() - interval '24 hours 1 minute'
      where import_id = ${import_id}`.execute(server.db)
    expect((await admin('POST', `/${import_id}/undo`)).status).toBe(404)
    expect(await tagsNamed('a%20day')).toHaveLength(1)
  })
})
