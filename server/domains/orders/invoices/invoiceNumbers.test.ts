import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DOCUMENT_STATUS as IS } from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { testDocument, testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
let product_id: number
beforeAll(async () => {
  server = await startTestServer()
  product_id = (await testProduct(server)).product_id
})
afterAll(() => server.close())

const call = (method: string, path: string, body?: object) =>
  server.as('administrator').call(method, `/transaction_documents${path}`, body)
const step = (id: number, status_id: number) => call('POST', `/${id}/status`, { status_id })
const numberOf = async (id: number) =>
  (await call('GET', `/${id}`)).body.transaction_document.document_number as string
const invoice = (more: object = {}) =>
  testDocument(server, {
    document_type: 'invoice',
    details: [{ product_id, quantity: '10', unit_price: '2' }],
    ...more,
  })
/** The day and the due date of a document of a year that no other test uses. */
const inYear = (year: number) => ({ document_date: `${year}-03-10`, due_date: `${year}-04-10` })

describe('the number of an invoice', () => {
  test('is drawn when it stops being a draft, and stays', async () => {
    const { document_id, document_number } = await invoice(inYear(2001))
    expect(document_number).toBe(`Draft ${document_id}`)
    await step(document_id, IS.draft)
    expect(await numberOf(document_id)).toBe(`Draft ${document_id}`)
    await step(document_id, IS.open)
    expect(await numberOf(document_id)).toBe('INV-2001-00001')
    await step(document_id, IS.sent)
    expect(await numberOf(document_id)).toBe('INV-2001-00001')
  })

  test('stays with an invoice that is voided before it is sent; a voided draft has none', async () => {
    const [numbered, draft, next] = [
      await invoice(inYear(2002)),
      await invoice(inYear(2002)),
      await invoice(inYear(2002)),
    ]
    await step(numbered.document_id, IS.open)
    await step(numbered.document_id, IS.void)
    for (const status of [IS.draft, IS.void]) await step(draft.document_id, status)
    await step(next.document_id, IS.open)
    expect(await numberOf(numbered.document_id)).toBe('INV-2002-00001')
    expect(await numberOf(draft.document_id)).toBe(`Draft ${draft.document_id}`)
    expect(await numberOf(next.document_id)).toBe('INV-2002-00002')
  })

  test('counts by seller and by year', async () => {
    const stranger = (await testProduct(server, {}, COMPANY.stranger)).product_id
    const { company_id, device_id } = await exampleOf(server, transaction_documents, COMPANY.stranger)
    const other = { company_id, device_id }
    const details = [{ product_id: stranger, quantity: '1', unit_price: '1' }]
    const numbers = []
    for (const more of [inYear(2003), { ...inYear(2003), ...other, details }, inYear(2004), inYear(2003)]) {
      const { document_id } = await invoice(more)
      await step(document_id, IS.open)
      numbers.push(await numberOf(document_id))
    }
    expect(numbers).toEqual(['INV-2003-00001', 'INV-2003-00001', 'INV-2004-00001', 'INV-2003-00002'])
  })

  test('fixes the company and the year, and the document is not deleted', async () => {
    const { document_id } = await invoice(inYear(2005))
    expect((await call('PATCH', `/${document_id}`, inYear(2006))).status).toBe(200)
    await step(document_id, IS.open)
    const { body } = await call('PATCH', `/${document_id}`, {
      ...inYear(2007),
      company_id: COMPANY.branch,
    })
    expect(body.errors.map(({ field, rule }: Record<string, string>) => [field, rule])).toEqual([
      ['company_id', 'fixed_by_number'],
      ['document_date', 'fixed_by_number'],
    ])
    const same = { document_date: '2006-05-05', due_date: '2006-06-05' }
    expect((await call('PATCH', `/${document_id}`, same)).status).toBe(200)
    await expect(
      sql`delete from transaction_documents where document_id = ${document_id}`.execute(server.db),
    ).rejects.toThrow('never deleted')
  })

  test('leaves other documents unchanged: they are numbered by their id', async () => {
    const { document_id, document_number } = await testDocument(server, { document_type: 'quote' })
    expect(document_number).toBe(`Q-${document_id}`)
  })
})

test('numbers have no gaps and no duplicates, whichever of 20 concurrent writers commit', async () => {
  const { document_id } = await invoice()
  let year = 2100
  /** Copies an invoice as an open one, and commits or rolls back. */
  const write = async (commits: boolean) => {
    const done = server.db.transaction().execute(async (db) => {
      await sql`insert into transaction_documents (document_type, status_id, company_id, device_id, approved, document_date,
          due_date, payment_term_id, currency_id, balance, document_balance)
        select document_type, ${IS.open}, company_id, device_id, approved, make_date(${year}, 1, 31), make_date(${year}, 1, 31),
          payment_term_id, currency_id, 0, 0 from transaction_documents where document_id = ${document_id}`.execute(
        db,
      )
      if (!commits) throw new Error('rolled back')
    })
    if (commits) await done
    else await expect(done).rejects.toThrow('rolled back')
  }
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }), async (writers) => {
      year += 1
      await Promise.all(writers.map(write))
      const { rows } = await sql<{
        number: string
      }>`select document_number as number from transaction_documents
        where document_type = 'invoice' and document_date = make_date(${year}, 1, 31) order by document_number`.execute(
        server.db,
      )
      const committed = writers.filter(Boolean).length
      expect(rows.map(({ number }) => number)).toEqual(
        Array.from({ length: committed }, (_, index) => `INV-${year}-${String(index + 1).padStart(5, '0')}`),
      )
    }),
    { numRuns: 8 },
  )
})

test('20 users who open invoices at once get the next 20 numbers', async () => {
  const created = []
  for (let index = 0; index < 20; index += 1) created.push(await invoice(inYear(2008)))
  const responses = await Promise.all(created.map(({ document_id }) => step(document_id, IS.open)))
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
  const numbers = responses.map(({ body }) => body.transaction_document.document_number as string)
  expect(numbers.toSorted()).toEqual(
    Array.from({ length: 20 }, (_, index) => `INV-2008-${String(index + 1).padStart(5, '0')}`),
  )
})
