import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import { countryOfIso } from '#core/platform/countries.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { escapeFormula } from './export.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const staff = (method: string, path: string, body?: object) =>
  server.as('administrator').call(method, path, body)

const linesOf = (raw: string) => raw.replace('\ufeff', '').trim().split('\n')

describe('a file and a page of a list', () => {
  test('have the requested columns, in that order, with texts', async () => {
    const columns = 'correspondence_method,company,has_contract'
    const vendor = { company: 'Sheet Supply', correspondence_method: 'mail', has_contract: 1 }
    await staff('POST', '/vendors', vendor)
    const csv = await staff('GET', `/vendors/export?search=Sheet Supply&columns=${columns}`)
    expect(linesOf(csv.raw)).toEqual(['Correspondence,Name,Has a contract', 'Mail,Sheet Supply,Yes'])
    const { body } = await staff('GET', `/vendors/print?search=Sheet Supply&columns=${columns}`)
    expect(body.print.html).toMatch(/Correspondence.*Name.*Has a contract.*Mail.*Sheet Supply.*Yes/s)
    expect(body.print.html).not.toContain('Website')
  })

  test('have every field when none is named, in a form that an import accepts', async () => {
    const csv = await staff('GET', '/vendors/export?search=Sheet Supply')
    const [head, line] = linesOf(csv.raw)
    expect(head).toMatch(/^Type,Name,/)
    expect(line).toMatch(/^Vendor,Sheet Supply,/)
  })

  test('name countries in the reader’s language', async () => {
    const example = await exampleOf(server, work_orders, COMPANY.customer)
    const germany = countryOfIso('DE')?.country_id
    await staff('POST', '/work_orders', { ...example, country_id: germany, zoho_estimate_id: 'Abroad' })
    const rows = 'search=Abroad&columns=zoho_estimate_id,country_id'
    const csv = await staff('GET', `/work_orders/export?${rows}`)
    expect(linesOf(csv.raw)).toEqual(['Estimate number,Country', 'Abroad,Germany'])
    await staff('PATCH', '/me', { language: 'es' })
    const spanish = await staff('GET', `/work_orders/export?${rows}`)
    await staff('PATCH', '/me', { language: 'en' })
    expect(linesOf(spanish.raw)[1]).toBe('Abroad,Alemania')
  })

  test('distinguish columns of the same name by their sections', async () => {
    const columns = 'columns=ship_city,bill_city,customer_po'
    const csv = await staff('GET', `/transaction_documents/export?${columns}`)
    expect(linesOf(csv.raw)[0]).toBe('City (Shipping address),City (Billing address),Customer PO')
    const { body } = await staff('GET', `/transaction_documents/print?${columns}`)
    expect(body.print.html).toContain('>City (Billing address)<')
  })

  test.each(['nonsense', 'company,', 'company,password', "company'--"])(
    'refuse the column %s',
    async (columns) => {
      for (const call of ['export', 'print']) {
        const { status, body } = await staff('GET', `/vendors/${call}?columns=${encodeURIComponent(columns)}`)
        expect([status, body.errors]).toEqual([422, [expect.objectContaining({ field: 'columns' })]])
      }
    },
  )

  test('hide fields that are the business’s own', async () => {
    const { status } = await server.as('distributor').call('GET', '/work_orders/export?columns=private_notes')
    expect(status).toBe(422)
  })
})

describe('a text that a spreadsheet would take for a formula', () => {
  test.each([
    '=1+1',
    ' =1+1',
    '+1+1',
    '-2+3',
    '@SUM(1)',
    '|calc',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(1)',
    '\t=1',
    '\r=1',
    'a;=1+1',
    'a; =1+1',
    'a\t=1',
    'a\r=1',
    'a|=cmd',
  ])('%j gets a prefix', (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`)
  })

  test.each(['-12.5', '12', 'North yard', 'a-b', 'a; b', '1 = 1', 'first\r\n- second', 'a@b.example'])(
    '%j is not a formula',
    (text) => {
      expect(escapeFormula(text)).toBe(text)
    },
  )

  test('is escaped in every file', async () => {
    await staff('POST', '/vendors', { company: 'Formula;=HYPERLINK("x")', correspondence_method: 'mail' })
    const csv = await staff('GET', '/vendors/export?search=Formula&columns=company')
    expect(csv.raw).toContain(`'Formula;=`)
  })
})
