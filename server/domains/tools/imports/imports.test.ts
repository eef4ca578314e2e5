import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sites } from '#core/domains/companies/sites.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import { countryOfIso } from '#core/platform/countries.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { uploadFile } from '#server/app/testing/uploadFile.ts'
import { lockByName } from '#server/platform/database/locks.ts'
import { type Cell, xlsxOf } from '#server/resources/files/xlsx.ts'
import { countsOf, errorsOf, importing, statementsOf } from './testing/importing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const { send, admin, work, sent, checked, imported } = importing(() => server)
const tagsNamed = async (search: string) =>
  (await server.as('administrator').call('GET', `/tags?page_size=100&search=${search}`)).body.tags

describe('a file of records', () => {
  test('is tested without a trace, then imported, then undone', async () => {
    const csv = 'Tag,Company\r\nimp one,Prairie Fuels\r\n"imp ""two"", and more",Prairie Fuels\r\n'
    const { import_id, log } = await checked(csv)
    expect(log).toMatchObject({ status: 'checked', total_records: 2, good_records: 2, report: [] })
    expect(log.headings).toEqual(['Tag', 'Company'])
    expect(await tagsNamed('imp')).toEqual([])

    const done = await work(import_id, 'import')
    expect(done).toMatchObject({ status: 'imported', total_records_imported: 2, can_undo: true })
    expect(done.made.map(({ title }: { title: string }) => title)).toEqual(['imp one', 'imp "two", and more'])
    const created = await tagsNamed('imp')
    expect(created.map((item: { tag: string }) => item.tag).sort()).toEqual([
      'imp "two", and more',
      'imp one',
    ])
    expect(created[0].company_title).toBe('Prairie Fuels')
    const { body } = await server.as('administrator').call('GET', `/tags/${created[0].tag_id}/history`)
    expect(body.audit_entries[0]).toMatchObject({ action: 'create', by: 'administrator@test.example' })

    expect(await work(import_id, 'undo')).toMatchObject({ status: 'undone', can_undo: false, left: [] })
    expect(await tagsNamed('imp')).toEqual([])
    const again = await admin('POST', `/${import_id}/undo`)
    expect([again.status, again.body.message]).toEqual([409, 'This import has already been undone.'])
  })

  test('reports errors by row and column, and imports the good rows', async () => {
    const csv = `Company,Etiqueta\nPrairie Fuels,row good\nNobody Ltd,row lost\nPrairie Fuels,${'x'.repeat(500)}\n,\nPrairie Fuels,\n`
    const { import_id, log } = await checked(csv)
    expect(log).toMatchObject({ total_records: 4, good_records: 1 })
    expect(errorsOf(log)).toEqual([
      '3 company_id: Record not found',
      '4 tag: Input is too long',
      '6 tag: Required',
    ])
    expect(log.report[0].errors[0]).toMatchObject({ position: 0, value: 'Nobody Ltd' })
    expect((await work(import_id, 'import')).total_records_imported).toBe(1)
    expect(await tagsNamed('row')).toHaveLength(1)
  })

  test('validates passwords like any other: common ones and names are refused by row', async () => {
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

  test('skips and reports a row that has become invalid since the trial', async () => {
    const { import_id } = await checked(
      'username,password,type,company,first name,last name,phone_number,login_type_id\nimported1@test.example,Vq7!pLm2xT,,Prairie Fuels,A,B,+13135550100,customer\nimported2@test.example,Vq7!pLm2xT,,Prairie Fuels,A,B,+13135550100,customer\n',
      'users',
    )
    await sql`update companies set company = 'Prairie Fuels Inc' where company = 'Prairie Fuels'`.execute(
      server.db,
    )
    const log = await work(import_id, 'import')
    await sql`update companies set company = 'Prairie Fuels' where company = 'Prairie Fuels Inc'`.execute(
      server.db,
    )
    expect(log).toMatchObject({ status: 'imported', refused_records: 2, total_records_imported: 0 })
    expect(JSON.stringify(log.report)).not.toContain('Vq7!pLm2xT')
  })

  test('may be an XLSX sheet, with dates and numbers', async () => {
    const rows = async function* (): AsyncGenerator<Cell[]> {
      yield ['sheet term', 30]
    }
    const parts: Uint8Array[] = []
    for await (const part of xlsxOf('Terms', ['Description', 'term_days'], rows())) parts.push(part)
    const { import_id, log } = await checked(Buffer.concat(parts), 'payment_terms')
    expect(log).toMatchObject({ good_records: 1, sample: [['sheet term', '30']] })
    expect((await work(import_id, 'import')).status).toBe('imported')
  })

  test('may be written by another spreadsheet: semicolons, decimal commas, Windows encoding, words for yes', async () => {
    const csv = Buffer.from(
      'Denominación;account_name;bank_name;balance;is_active\r\nx;Reserva año;Banco;12,5;Sí',
      'latin1',
    )
    const { import_id, log } = await checked(csv, 'bank_accounts')
    expect(log).toMatchObject({ good_records: 1, headings: expect.arrayContaining(['Denominación']) })
    await work(import_id, 'import')
    const { body } = await server.as('administrator').call('GET', '/bank_accounts?search=Reserva')
    expect(body.bank_accounts[0]).toMatchObject({
      account_name: 'Reserva año',
      balance: '12.500',
      is_active: 1,
    })
  })

  test('names countries in any language, or by their letters', async () => {
    const example = await exampleOf(server, work_orders, COMPANY.customer)
    const of = `${example['device_id']},${example['wo_requested_by']},abroad`
    const rows = ['Alemania', 'germany', 'DEU', 'de', 'Nowhere'].map((country) => `${of},${country}`)
    const head = 'device_id,wo_requested_by,zoho_estimate_id,Country'
    const { import_id, log } = await checked([head, ...rows].join('\n'), 'work_orders')
    expect(log.report).toMatchObject([{ row: 6, errors: [{ field: 'country_id' }] }])
    await work(import_id, 'import')
    const { body } = await server.as('administrator').call('GET', '/work_orders?page_size=10&search=abroad')
    const germany = countryOfIso('DE')?.country_id
    expect(body.work_orders.map((order: { country_id: number }) => order.country_id)).toEqual(
      Array(4).fill(germany),
    )
  })

  test('accepts mapped columns, and refuses invalid mappings', async () => {
    const { body } = await send('tags', 'a,b\nmapped tag,Prairie Fuels\n')
    const { import_id, field_mappings } = body.data_import_log
    expect(field_mappings).toEqual([])
    expect((await admin('POST', `/${import_id}/check`)).status).toBe(422)
    const invalid = [
      { position: 0, table_field: 'nonsense' },
      { position: 7, table_field: 'tag' },
    ]
    const refused = await admin('PATCH', `/${import_id}`, { field_mappings: invalid })
    expect(refused.body.errors.map((error: { field: string }) => error.field)).toEqual([
      'field_mappings.0.table_field',
      'field_mappings.1.position',
    ])
    const right = [
      { position: 0, table_field: 'tag' },
      { position: 1, table_field: 'company_id' },
    ]
    await admin('PATCH', `/${import_id}`, { field_mappings: right })
    expect(countsOf(await work(import_id, 'check'))).toEqual([1, 0, 0, 0])
  })

  test('is refused when it is not a table, is empty, is too long, or is of no known kind', async () => {
    const cases: [string, Buffer | string, number][] = [
      ['tags', Buffer.from('89504e470d0a1a0a0000', 'hex'), 415],
      ['tags', Buffer.from('504b0304aaaaaaaa', 'hex'), 415],
      ['tags', '"unclosed\n', 422],
      ['tags', '', 422],
      ['tags', 'Tag\n', 422],
      ['tags', `Tag\n${'x\n'.repeat(100_001)}`, 422],
      ['tags', Buffer.alloc(40_000_001, 'x'), 413],
      ['audit_entries', 'a\nb', 422],
      ['nonsense', 'a\nb', 422],
    ]
    for (const [resource, content, status] of cases) {
      const response = await send(resource, content)
      expect(response.status, `${resource} ${String(content).slice(0, 20)}`).toBe(status)
    }
  })
})

test('reading an import reads neither its file nor its rows again', async () => {
  const { body } = await send('tags', 'Tag,Company\nlooked at,Prairie Fuels')
  const { import_id } = body.data_import_log
  await sql`update data_import_logs set file_sealed = 'unreadable' where import_id = ${import_id}`.execute(
    server.db,
  )
  const { data_import_log } = (await admin('GET', `/${import_id}`)).body
  expect(data_import_log).toMatchObject({
    headings: ['Tag', 'Company'],
    sample: [['looked at', 'Prairie Fuels']],
  })
  expect((await admin('PATCH', `/${import_id}`, { heading_row: 1 })).status).toBe(409)
})

test('reading the results of an import decrypts none of its rows', async () => {
  const { import_id } = await checked('Tag,Company\nlooked into,Prairie Fuels\nrefused,Nobody')
  await sql`update import_batches set rows_sealed = 'unreadable' where import_id = ${import_id}`.execute(
    server.db,
  )
  const { data_import_log } = (await admin('GET', `/${import_id}`)).body
  expect(errorsOf(data_import_log)).toEqual(['3 company_id: Record not found'])
})

describe('who may import', () => {
  test('only users who may create such records, and only their own file', async () => {
    expect((await send('tags', 'Tag\nx', 'employee')).status).toBe(405)
    expect((await send('tags', 'Tag\nx', 'customer')).status).toBe(405)
    expect((await send('tank_types', 'Tag\nx', 'customer_support')).status).toBe(405)
    const { body } = await send('tags', 'Tag,Company\nsecret tag,Prairie Fuels', 'customer_support')
    const { import_id, sample } = body.data_import_log
    expect(sample).toEqual([['secret tag', 'Prairie Fuels']])
    expect((await admin('GET', `/${import_id}`)).body.data_import_log).toMatchObject({
      sample: [],
      report: [],
    })
    for (const step of ['check', 'import'])
      expect((await admin('POST', `/${import_id}/${step}`)).status).toBe(405)
  })

  test('an import can be undone by its importer, or by another user who may delete', async () => {
    const { body } = await send('tags', 'Tag,Company\nsupported,Prairie Fuels', 'customer_support')
    const { import_id } = body.data_import_log
    const support = (step: string) =>
      server.as('customer_support').call('POST', `/data_import_logs/${import_id}/${step}`)
    await support('check')
    await server.settle()
    expect((await support('import')).status).toBe(200)
    await server.settle()
    expect((await server.as('employee').call('POST', `/data_import_logs/${import_id}/undo`)).status).toBe(405)
    expect((await admin('POST', `/${import_id}/undo`)).status).toBe(200)
  })
})

describe('an import is undone record by record', () => {
  const tagged = async (...tags: string[]) => {
    const { import_id } = await imported(
      `Tag,Company\n${tags.map((tag) => `${tag},Prairie Fuels\n`).join('')}`,
    )
    const created = await Promise.all(tags.map(async (tag) => (await tagsNamed(encodeURIComponent(tag)))[0]))
    return { import_id, made: created }
  }

  test('and records changed since stay, and are named', async () => {
    const { import_id, made } = await tagged('changed since', 'left alone')
    await server.as('administrator').call('PATCH', `/tags/${made[0].tag_id}`, { tag: 'changed now' })
    const log = await work(import_id, 'undo')
    expect(log.left).toEqual([
      { kind: 'tags', id: made[0].tag_id, title: 'changed now', why: 'Changed since the import' },
    ])
    expect(await tagsNamed('changed')).toHaveLength(1)
    expect(await tagsNamed('left')).toEqual([])
  })

  test('and records with dependents stay', async () => {
    const { import_id, made } = await tagged('worn by a device')
    const { body } = await server
      .as('administrator')
      .call('POST', '/devices', await exampleOf(server, devices))
    const { device_id } = body.device
    await server.as('administrator').call('POST', `/devices/${device_id}/attach_tags/${made[0].tag_id}`)
    expect((await work(import_id, 'undo')).left).toMatchObject([{ title: 'worn by a device' }])
    expect(await tagsNamed('worn')).toHaveLength(1)
  })

  test('and changed records are restored', async () => {
    const file = (terms: string, note: string) =>
      `Customer,Account number,Payment terms,Notes\nUndone Grain,U-1,${terms},${note}\n`
    const first = await imported(file('Net 30', 'first'), 'customers')
    expect(countsOf(first.log)).toEqual([1, 0, 0, 0])
    const second = await imported(file('Net 30', 'second'), 'customers')
    expect(countsOf(second.log)).toEqual([0, 1, 0, 0])
    const note = async () => {
      const { rows } = await sql<{ notes: string }>`
        select notes from companies where account_number = 'U-1'`.execute(server.db)
      return rows.map(({ notes }) => notes)
    }
    expect(await note()).toEqual(['second'])
    await work(second.import_id, 'undo')
    expect(await note()).toEqual(['first'])
  })

  test('and a customer with a site since stays active', async () => {
    const { import_id } = await imported('Customer,Payment terms\nKept Farm,Net 30\n', 'customers')
    const find = async () =>
      (await server.as('administrator').call('GET', '/customers?search=Kept')).body.customers[0]
    const { company_id } = await find()
    const site = { ...(await exampleOf(server, sites)), company_id }
    expect((await server.as('administrator').call('POST', '/sites', site)).status).toBe(200)
    expect((await work(import_id, 'undo')).left).toMatchObject([
      { title: 'Kept Farm', why: 'It is still used by sites and cannot be deleted.' },
    ])
    expect(await find()).toMatchObject({ company_id, status: 1 })
  })

  test('but not after a day', async () => {
    const { import_id } = await tagged('a day ago')
    await sql`update data_import_logs set imported_at = now() - interval '24 hours 1 minute'
      where import_id = ${import_id}`.execute(server.db)
    expect((await admin('POST', `/${import_id}/undo`)).status).toBe(404)
    expect(await tagsNamed('a%20day')).toHaveLength(1)
  })
})

describe('a row is the record that it names', () => {
  test('so the same file twice, and an exported file, change nothing', async () => {
    const rows = Array.from(
      { length: 3 },
      (_, index) => `Twice ${index},T-${index},Net 30,www.twice${index}.example`,
    )
    const file = `Customer,Account number,Payment terms,Website\n${rows.join('\n')}\n`
    expect(countsOf((await imported(file, 'customers')).log)).toEqual([3, 0, 0, 0])
    expect(countsOf((await checked(file, 'customers')).log)).toEqual([0, 0, 3, 0])
    for (const kind of ['customers', 'tags', 'sites', 'people', 'payment_terms', 'tank_products']) {
      const { raw } = await server.as('administrator').call('GET', `/${kind}/export?format=csv`)
      if (raw.trim().split('\n').length < 2) continue
      const { log } = await checked(raw, kind)
      expect(countsOf(log), `${kind} ${JSON.stringify(log.report)}`).toEqual([0, 0, log.total_records, 0])
    }
  })

  test('found by its account number first, then by its name', async () => {
    const head = 'Customer,Account number,Payment terms\n'
    await imported(`${head}Matched,M-1,Net 30\nNameless,,Net 30\n`, 'customers')
    const { log } = await imported(
      `${head}Matched again,m-1,Net 30\nnameless,M-2,Net 30\nMatched again,M-3,Net 30\n`,
      'customers',
    )
    // A name that is taken under another number is another customer.
    expect(countsOf(log)).toEqual([1, 2, 0, 0])
    const { rows } = await sql<{ company: string; account_number: string }>`
      select company, account_number from companies where account_number like 'M-_' order by 2`.execute(
      server.db,
    )
    expect(rows.map((row) => `${row.account_number} ${row.company}`)).toEqual([
      'M-1 Matched again',
      'M-2 Nameless',
      'M-3 Matched again',
    ])
    expect(log.match_by).toEqual([['Account number'], ['Name']])
  })

  test('and twice in one file it is refused, unless both are equal', async () => {
    const { log } = await checked('Tag,Company\nonce,Prairie Fuels\nonce,Prairie Fuels\nONCE,Prairie Fuels\n')
    expect(countsOf(log)).toEqual([1, 0, 1, 1])
    expect(errorsOf(log)).toEqual(['4 tag: The same record as row 2, with other values'])
  })

  test('a reference is never an id, unless its heading is one', async () => {
    const number = COMPANY.customer
    expect(errorsOf((await checked(`Tag,Company\nby number,${number}\n`)).log)).toEqual([
      '2 company_id: Record not found',
    ])
    expect(countsOf((await checked(`Tag,company_id\nby id,${number}\n`)).log)).toEqual([1, 0, 0, 0])
    await imported('Customer,Account number,Payment terms\nBy account,REF-7,Net 30\n', 'customers')
    expect(countsOf((await checked('Tag,Company\nby account,ref-7\n')).log)).toEqual([1, 0, 0, 0])
  })
})

describe('refused rows', () => {
  test('are reported with all errors, stored, returned as a file and imported into the same run once corrected', async () => {
    const file = `Name,Customer,State,Zip,Contact phone,Status\nGood yard,Prairie Fuels,NE,68847,308-555-1234,Yes\nBad yard,Nobody,NE,1001,308-555-1234 x12,maybe\n`
    const { import_id, log } = await imported(file, 'sites')
    expect(log).toMatchObject({ total_records_imported: 1, refused_records: 1 })
    expect(errorsOf(log).toSorted()).toEqual([
      '3 company_id: Record not found',
      '3 contact_phone: This list has no field for an extension',
      '3 status: Must be yes or no',
    ])
    expect(log.report[0].errors.find(({ field }: { field: string }) => field === 'status')).toMatchObject({
      value: 'maybe',
      choices: ['No', 'Yes'],
    })
    const { raw } = await admin('GET', `/${import_id}/refused`)
    expect(raw).toContain('Row in the file,What is wrong,Name,Customer')
    expect(raw).toContain('Customer: ""Nobody""')
    const corrected = raw.replace(
      'Nobody,NE,1001,308-555-1234 x12,maybe',
      'Prairie Fuels,NE,68847,308-555-1234,Yes',
    )
    const response = await uploadFile(server, 'administrator', `/data_import_logs/${import_id}/corrected`, {
      ...{ bytes: corrected, field: 'file', name: 'corrected.csv', type: 'text/csv' },
    })
    expect(response.status, JSON.stringify(response.body)).toBe(200)
    await server.settle()
    expect(await work(import_id, 'import')).toMatchObject({
      total_records_imported: 2,
      refused_records: 0,
      total_records: 2,
    })
    expect((await work(import_id, 'undo')).left).toEqual([])
  })
})

describe('the columns of other programs are recognized', () => {
  const mapped = async (resource: string, file: string) => {
    const { field_mappings } = await sent(file, resource)
    return Object.fromEntries(
      field_mappings.map(({ name, table_field }: Record<string, string>) => [name, table_field]),
    )
  }

  test('customers of QuickBooks Online', async () => {
    const head = 'Customer full name,Phone numbers,Email,Full name,Bill address,Ship address'
    const row =
      'Quick Grain,Phone: (308) 555-1234 Mobile: (308) 555-9876,a@b.example,Dana Ortiz,"1 Main St, Kearney, NE 68847",'
    expect(await mapped('customers', `${head}\n${row}\n`)).toEqual({
      'Customer full name': 'company',
      'Phone numbers': 'phone.phone_number',
      Email: 'email.email_address',
      'Bill address': 'billing.address1',
      'Ship address': 'shipping.address1',
    })
  })

  test('customers of QuickBooks Desktop', async () => {
    const head =
      'Active Status,Customer,Balance,Company,First Name,Last Name,Main Phone,Fax,Alt. Phone,Main Email,Customer Type,Terms,Account No.'
    expect(await mapped('customers', `${head}\nActive,Desk Grain,0,,Dana,Ortiz,,,,,,Net 30,17\n`)).toEqual({
      'Active Status': 'status',
      Customer: 'company',
      'Main Phone': 'phone.phone_number',
      Fax: 'fax.phone_number',
      'Alt. Phone': 'mobile.phone_number',
      'Main Email': 'email.email_address',
      Terms: 'payment_term_id',
      'Account No.': 'account_number',
    })
  })

  test('companies of HubSpot', async () => {
    const head =
      'Record ID,Company name,Company owner,Create Date,Phone Number,Street Address,City,State/Region,Postal Code,Country/Region,Website URL'
    const row =
      '123,Hub Grain,Dana,2026-01-02,308-555-1234,1 Main St,Kearney,NE,68847,United States,hub.example'
    expect(await mapped('customers', `${head}\n${row}\n`)).toEqual({
      'Company name': 'company',
      'Phone Number': 'phone.phone_number',
      'Street Address': 'billing.address1',
      City: 'billing.city',
      'State/Region': 'billing.state',
      'Postal Code': 'billing.zip_code',
      'Country/Region': 'billing.country_id',
      'Website URL': 'website',
    })
  })

  test('contacts of Google', async () => {
    const head =
      'First Name,Middle Name,Last Name,Organization Name,Organization Title,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Street,Address 1 - City,Address 1 - Region,Address 1 - Postal Code,Address 1 - Country'
    const known = await mapped(
      'people',
      `${head}\nDana,,Ortiz,Prairie Fuels,Buyer,Work,a@b.example,Work,308-555-1234,,,,,\n`,
    )
    expect(known).toMatchObject({
      'First Name': 'first_name',
      'Last Name': 'last_name',
      'Organization Name': 'company_id',
      'Organization Title': 'job_title',
      'E-mail 1 - Value': 'email.email_address',
      'Phone 1 - Value': 'phone.phone_number',
      'Address 1 - City': 'billing.city',
      'Address 1 - Postal Code': 'billing.zip_code',
    })
  })

  test('and chosen mappings are remembered, with defaults and meanings of values', async () => {
    const file = (name: string) => `Who,Zahlung,Nr\n${name},NET30,${name}-1\n`
    const { import_id } = await sent(file('Remembered'), 'customers')
    const field_mappings = [
      { position: 0, table_field: 'company' },
      { position: 1, table_field: 'payment_term_id', values: { NET30: 'Net 30' } },
      { position: 2, table_field: 'account_number' },
      { position: null, table_field: 'notes', default: 'from the old program' },
    ]
    expect((await admin('PATCH', `/${import_id}`, { field_mappings })).status).toBe(200)
    expect(countsOf(await work(import_id, 'check'))).toEqual([1, 0, 0, 0])
    const again = await sent(file('Remembered too'), 'customers')
    expect(again.field_mappings).toMatchObject(field_mappings)
    await work(again.import_id, 'check')
    await work(again.import_id, 'import')
    const { body } = await server.as('administrator').call('GET', '/customers?search=Remembered')
    expect(body.customers[0]).toMatchObject({
      notes: 'from the old program',
      payment_term_title: 'Net 30',
    })
  })
})

/** The number of transactions of this database that wait for another one. */
const waiting = async () => {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db)
  return rows.length
}

test('an import is stopped between two of its batches, and continues', async () => {
  // The stop may come after the next batch: there are more.
  const rows = Array.from({ length: 1600 }, (_, index) => `stopped ${index},Prairie Fuels`)
  const { import_id } = await checked(`Tag,Company\n${rows.join('\n')}\n`)
  const stopping: Promise<{ status: number }>[] = []
  await server.db.transaction().execute(async (db) => {
    await lockByName(db, 'imports', 'tags')
    await admin('POST', `/${import_id}/import`)
    await expect.poll(waiting).toBe(1)
    stopping.push(admin('POST', `/${import_id}/stop`))
    await expect.poll(waiting).toBe(2)
  })
  expect((await stopping[0])?.status).toBe(200)
  await server.settle()
  const { data_import_log } = (await admin('GET', `/${import_id}`)).body
  expect(data_import_log.status).toBe('stopped')
  expect([500, 1000, 1500]).toContain(data_import_log.progress)
  expect(data_import_log.total_records_imported).toBe(data_import_log.progress)
  expect(await work(import_id, 'import')).toMatchObject({ status: 'imported', total_records_imported: 1600 })
  expect((await work(import_id, 'undo')).left).toEqual([])
  expect(await tagsNamed('stopped')).toEqual([])
})

test('losing rights while it runs ends it, and stored rows can be undone', async () => {
  const rows = Array.from({ length: 600 }, (_, index) => `no longer ${index},Prairie Fuels`)
  const { body } = await send('tags', `Tag,Company\n${rows.join('\n')}\n`, 'customer_support')
  const { import_id } = body.data_import_log
  const support = (step: string) =>
    server.as('customer_support').call('POST', `/data_import_logs/${import_id}/${step}`)
  await support('check')
  await server.settle()
  const withdraw = async (rights: string) => {
    await sql`update accounts set withdrawn_permissions = ${rights}::text[]
      where login_type_id = 'customer_support'`.execute(server.db)
    await server.forgetRights()
  }
  await server.db.transaction().execute(async (db) => {
    await lockByName(db, 'imports', 'tags')
    expect((await support('import')).status).toBe(200)
    await expect.poll(waiting).toBe(1)
    await withdraw('{tags.create}')
  })
  await server.settle()
  const { data_import_log } = (await admin('GET', `/${import_id}`)).body
  expect(data_import_log).toMatchObject({ status: 'failed', progress: 500, total_records_imported: 500 })
  expect((await support('import')).status).toBe(405)
  expect((await work(import_id, 'undo')).status).toBe('undone')
  expect(await tagsNamed('no longer')).toEqual([])
  await withdraw('{}')
})

test('one file that two users import at once creates nothing twice', async () => {
  const file = 'Customer,Account number,Payment terms\nBoth Grain,BOTH-1,Net 30\nBoth Oil,,Net 30\n'
  const [one, other] = [await checked(file, 'customers'), await checked(file, 'customers')]
  await Promise.all([one, other].map(({ import_id }) => admin('POST', `/${import_id}/import`)))
  await server.settle()
  const { rows } = await sql`select 1 from companies where company like 'Both %'`.execute(server.db)
  expect(rows).toHaveLength(2)
})

test('a hundred rows take a few statements more than one', async () => {
  const file = (from: number, count: number) =>
    `Customer,Account number,Payment terms,Phone,Email,Street,City,State,Zip\n${Array.from(
      { length: count },
      (_, index) =>
        `Many ${from + index},MANY-${from + index},Net 30,308-555-1234,a${from + index}@b.example,1 Road,Kearney,NE,68847`,
    ).join('\n')}\n`
  const statements = async (from: number, count: number) => {
    const { import_id } = await sent(file(from, count), 'customers')
    // The worker polls for events and the test for completion at the same time.
    return statementsOf(/companies|entity_|import_keys|payment_terms|savepoint/, async () => {
      const log = await work(import_id, 'check')
      expect(countsOf(log), JSON.stringify(log.report)).toEqual([count, 0, 0, 0])
    })
  }
  const one = await statements(1, 1)
  expect((await statements(2, 100)) - one).toBeLessThan(30)
})

test('a trial, which is rolled back, writes no history', async () => {
  const { import_id } = await sent('Customer,Payment terms\nHistoryless,Net 30\n', 'customers')
  const written = await statementsOf(/insert into audit_entries/, async () => {
    const log = await work(import_id, 'check')
    expect(countsOf(log)).toEqual([1, 0, 0, 0])
  })
  expect(written).toBe(0)
  expect(await statementsOf(/insert into audit_entries/, () => work(import_id, 'import'))).toBeGreaterThan(0)
})
