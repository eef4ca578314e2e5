import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PURPOSES } from '#core/domains/finance/purposes.ts'
import { DOCUMENT_STATUS as IS } from '#core/domains/orders/documentStatus.ts'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { testDocument, testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { exportJournal } from './exportJournal.ts'
import { postJournal } from './postJournal.ts'

type Row = Record<string, any>
let server: TestServer
let product_id: number
let seller_id: number
const accounts: Row = {}
beforeAll(async () => {
  server = await startTestServer()
  product_id = (await testProduct(server, { product_name: 'Heating oil' })).product_id
  const { rows } = await sql<{ id: number }>`select seller_of(${COMPANY.customer}) as id`.execute(server.db)
  seller_id = rows[0]!.id
})
afterAll(() => server.close())

const call = (method: string, path: string, body?: unknown, as: LoginType = 'administrator') =>
  server.as(as).call(method, path, body)
const step = (id: number, status_id: number) =>
  call('POST', `/transaction_documents/${id}/status`, { status_id })
const pay = async (id: number, amount: string, more: object = {}): Promise<number> => {
  const { status, body, raw } = await call('POST', `/transaction_documents/${id}/payments`, {
    ...{ method: 'check', amount },
    ...more,
  })
  if (status !== 200) throw new Error(raw)
  return body.payment_id
}
const reverse = (id: number, payment_id: number) =>
  call('POST', `/transaction_documents/${id}/payments/${payment_id}/reverse`, { reason: 'Bounced' })
/** An open invoice of 250 with freight of 40 and a discount of 10: 280. */
async function invoice(more: object = {}): Promise<number> {
  const { document_id } = await testDocument(server, {
    ...{ document_type: 'invoice', freight: '40', discount: '10' },
    details: [{ product_id, quantity: '100', unit_price: '2.5' }],
    ...more,
  })
  await step(document_id, IS.open)
  return document_id
}
async function sentInvoice(more: object = {}): Promise<number> {
  const id = await invoice(more)
  const response = await step(id, IS.sent)
  if (response.status !== 200) throw new Error(response.raw)
  return id
}
const post = () =>
  postJournal({ actor: systemActor, db: server.db, now: new Date(), encryptor: undefined as never })
const entriesOf = async (id: number, as?: LoginType): Promise<Row[]> => {
  await post()
  return (await call('GET', `/transaction_documents/${id}/journal`, undefined, as)).body.entries
}
const journal = async (as?: LoginType): Promise<Row> => {
  await post()
  return (await call('GET', `/journal?seller_id=${seller_id}`, undefined, as)).body.journal
}
/** An account for a purpose, and the rule that leads to it. */
async function rule(purpose: string, more: object = {}): Promise<void> {
  const name = `${purpose} account`
  accounts[purpose] ??= (
    await call('POST', '/chart_of_accounts', {
      ...{ account_code: `A-${purpose}`, account_name: name, is_active: 1 },
      account_type: purpose === 'income' ? 'revenue' : 'asset',
    })
  ).body.chart_of_account.account_id
  const { status, raw } = await call('POST', '/account_rules', {
    ...{ company_id: 1, purpose, account_id: accounts[purpose] },
    ...more,
  })
  if (status !== 200) throw new Error(raw)
}
const linesOf = ({ lines }: Row) =>
  lines.map((line: Row) => [line['account_code'], line['debit'], line['credit']])
/** Every fact has its entry, every entry balances, and both ways to count receivables agree. */
async function expectBooksInOrder(): Promise<void> {
  const { receivables, waiting, due } = await journal()
  expect({ waiting, due }).toEqual({ waiting: [], due: 0 })
  for (const receivable of receivables) expect(receivable.journal).toBe(receivable.balances)
  // The same money as on the screen of receivables, whose customers have their currency.
  const { totals } = (await call('GET', '/receivables')).body
  for (const { currency_id, ageing, not_sent } of totals) {
    const booked = receivables.find((one: Row) => one['currency_id'] === currency_id)
    expect(not_sent).toBe(booked?.not_sent ?? '0.000')
    expect(new Decimal(booked?.balances ?? 0).plus(not_sent).toFixed(3)).toBe(ageing.total)
  }
  const { rows } = await sql`select f.* from journal_facts f where not exists (select from journal_entries e
      where e.kind = f.kind and e.source_id = f.source_id and e.is_reversal = f.is_reversal)
    union all select e.kind, e.is_reversal, e.source_id, null, null, null from journal_entries e
    where (select sum(amount) from journal_lines l where l.entry_id = e.entry_id) <> 0`.execute(server.db)
  expect(rows).toEqual([])
}

test('an entry without an account waits and says for what, until a rule leads to one', async () => {
  const id = await sentInvoice()
  const [waiting] = await entriesOf(id)
  expect(waiting).toMatchObject({ posted_on: null, lines: [] })
  expect(waiting!['missing'].toSorted()).toEqual(['discounts', 'freight', 'income', 'receivables'])
  expect((await journal()).waiting).toContainEqual({ purpose: 'income', detail: 'Heating oil', entries: 1 })
  for (const purpose of PURPOSES) await rule(purpose)
  const again = await call('POST', '/account_rules', {
    company_id: 1,
    purpose: 'income',
    account_id: accounts['income'],
  })
  expect([again.status, again.body.errors[0].field]).toEqual([422, 'purpose'])
  const [entry] = await entriesOf(id)
  expect(entry).toMatchObject({ kind: 'invoice', is_reversal: false, missing: [] })
  expect(linesOf(entry!)).toEqual([
    ['A-receivables', '280.000', null],
    ['A-income', null, '250.000'],
    ['A-freight', null, '40.000'],
    ['A-discounts', '10.000', null],
  ])
  await expectBooksInOrder()
})

test('an invoice has an entry once it leaves the office, or is written off', async () => {
  const id = await invoice()
  expect(await entriesOf(id)).toEqual([])
  await step(id, IS.write_off)
  expect((await entriesOf(id)).map(({ kind }) => kind)).toEqual(['invoice', 'write_off'])
  await expectBooksInOrder()
})

test('payments, their reversals and exchange differences are undone in the accounts in which they were posted', async () => {
  const id = await sentInvoice({ exchange_rate: '0.8', currency_id: 1, freight: '0', discount: '0' })
  await sql`insert into exchange_rates (from_currency_id, to_currency_id, rate, rate_date, is_active)
    values (3, 1, 1.0, '2026-01-01', 0)`.execute(server.db)
  const payment_id = await pay(id, '40')
  expect((await entriesOf(id)).slice(1).map((entry) => [entry['kind'], linesOf(entry)])).toEqual([
    [
      'payment',
      [
        ['A-money', '40.000', null],
        ['A-receivables', null, '40.000'],
      ],
    ],
    [
      'exchange',
      [
        ['A-receivables', null, '10.000'],
        ['A-exchange', '10.000', null],
      ],
    ],
  ])
  await expectBooksInOrder()
  const checks = `/account_rules`
  await call('POST', '/chart_of_accounts', {
    ...{ account_code: 'B-1', account_name: 'Checks', account_type: 'asset', is_active: 1 },
  }).then(({ body }) =>
    call('POST', checks, {
      ...{ company_id: 1, purpose: 'money', method: 'check' },
      account_id: body.chart_of_account.account_id,
    }),
  )
  await reverse(id, payment_id)
  const undone = (await entriesOf(id)).filter(({ is_reversal }) => is_reversal)
  expect(undone.map((item) => [item['kind'], linesOf(item)])).toEqual(
    expect.arrayContaining([
      [
        'payment',
        [
          ['A-money', null, '40.000'],
          ['A-receivables', '40.000', null],
        ],
      ],
      [
        'exchange',
        [
          ['A-receivables', '10.000', null],
          ['A-exchange', null, '10.000'],
        ],
      ],
    ]),
  )
  await pay(id, '40')
  expect(linesOf((await entriesOf(id)).findLast(({ kind }) => kind === 'payment')!)[0]).toEqual([
    'B-1',
    '40.000',
    null,
  ])
  await expectBooksInOrder()
})

test('a reversed refund of a payment or a credit note is undone in the journal', async () => {
  const id = await sentInvoice()
  const payment_id = await pay(id, '280')
  const credit = await call('POST', `/transaction_documents/${id}/credit`, { reason: 'Late', amount: '50' })
  const note = credit.body.transaction_document.document_id
  const deposit = await call('POST', `/companies/${COMPANY.customer}/payments`, {
    ...{ method: 'check', amount: '30', reference: 'Deposit', allocations: [] },
  })
  await call('POST', `/customer_payments/${deposit.body.payment_id}/give_back`, { reason: 'Wrong' })
  await call('POST', `/transaction_documents/${note}/give_back`, { reason: 'Wrong' })
  await expectBooksInOrder()
  const { rows } = await sql<{ allocation_id: number }>`
    select allocation_id from allocations where document_id is null order by allocation_id`.execute(server.db)
  for (const { allocation_id } of rows)
    await call('POST', `/customer_refunds/${allocation_id}/reverse`, { reason: 'Check returned' })
  await expectBooksInOrder()
  const [refund, undone] = (await entriesOf(note)).filter(({ kind }) => kind === 'refund')
  expect([refund!['is_reversal'], undone!['is_reversal']]).toEqual([false, true])
  expect(linesOf(undone!)).toEqual(
    linesOf(refund!).map(([code, debit, credit]: unknown[]) => [code, credit, debit]),
  )
  await reverse(id, payment_id)
  await call('POST', `/customer_payments/${deposit.body.payment_id}/reverse`, { reason: 'Bounced' })
  await expectBooksInOrder()
})

test('taxes are owed to the authority that levies them, and a credit note undoes its invoice to the cent', async () => {
  const levied = await call('POST', '/tax_codes', {
    ...{ name: 'Sales tax', printed_name: 'Nebraska sales tax', company_id: seller_id },
  })
  const { tax_code_id } = levied.body.tax_code
  await call('POST', '/tax_rates', { tax_code_id, rate: '5.5', from_date: '2020-01-01' })
  await call('POST', '/tax_rules', { tax_code_id })
  const id = await sentInvoice({
    ...{ freight: '0', discount_type: 'P', discount: '3.333' },
    details: [{ product_id, quantity: '33.3', unit_price: '1.234567' }],
  })
  const { grand_total, tax_total } = (await call('GET', `/transaction_documents/${id}`)).body
    .transaction_document
  expect(Number(tax_total)).toBeGreaterThan(0)
  expect(linesOf((await entriesOf(id))[0]!)).toContainEqual(['A-tax', null, tax_total])
  await pay(id, grand_total)
  const credit = await call('POST', `/transaction_documents/${id}/credit`, { reason: 'Returned' })
  const { document_id } = credit.body.transaction_document
  const [entry] = await entriesOf(document_id)
  expect(entry!['kind']).toBe('credit_note')
  const mirrored = linesOf((await entriesOf(id))[0]!).map(([code, debit, paid]: string[]) => [
    code,
    paid,
    debit,
  ])
  expect(linesOf(entry!)).toEqual(mirrored)
  await expectBooksInOrder()
})

test('many payments at once and posting twice at once leave each fact with one entry', async () => {
  const ids = await Promise.all([sentInvoice(), sentInvoice(), sentInvoice()])
  await Promise.all([...ids.flatMap((id) => [pay(id, '10'), pay(id, '20')]), post(), post()])
  await Promise.all([post(), post()])
  for (const id of ids)
    expect((await entriesOf(id)).map(({ kind }) => kind)).toEqual(['invoice', 'payment', 'payment'])
  await expectBooksInOrder()
})

describe('a closed month', () => {
  const lastMonth = async (): Promise<{ first: string; last: string; today: string }> =>
    (
      await sql<{ first: string; last: string; today: string }>`
        select (date_trunc('month', business_today()) - interval '1 month')::date as first,
          (date_trunc('month', business_today()) - interval '1 day')::date as last, business_today() as today`.execute(
        server.db,
      )
    ).rows[0]!
  const close = (month: string, as?: LoginType) => call('POST', '/journal/close', { seller_id, month }, as)
  const reopen = (month: string, reason: string, as?: LoginType) =>
    call('POST', '/journal/reopen', { seller_id, month, reason }, as)

  test('takes no document and no entry, until it is reopened with a reason', async () => {
    const { first, last, today } = await lastMonth()
    const dated = { document_date: last, due_date: last }
    const id = await sentInvoice(dated)
    const payment_id = await pay(id, '100', { payment_date: last })
    const late = await invoice(dated)
    expect((await close(today)).body.errors[0].rule).toBe('month_open')
    expect((await close(first)).status).toBe(200)
    expect((await close(first)).body.errors[0].rule).toBe('month_open')
    const [closed] = (await journal())['months'].filter(({ month }: Row) => month === first)
    expect(closed).toMatchObject({ is_closed: true, can_close: false })

    const refused = await step(late, IS.sent)
    expect([refused.status, refused.body.errors[0].field]).toEqual([422, 'document_date'])
    // Facts that cannot be refused are posted on the first open day.
    await pay(late, '5')
    await reverse(id, payment_id)
    const firstOpen = `${today.slice(0, 8)}01`
    const ofInvoice = (await entriesOf(late)).find(({ kind }) => kind === 'invoice')
    expect(ofInvoice).toMatchObject({ dated: last, posted_on: firstOpen })
    expect((await entriesOf(id)).find(({ is_reversal }) => is_reversal)).toMatchObject({ posted_on: today })
    expect((await step(id, IS.billed)).status).toBe(200)

    expect((await reopen(first, '', 'administrator')).body.errors[0].field).toBe('reason')
    expect((await reopen(first, 'Forgot an invoice', 'csr')).status).toBe(405)
    expect((await reopen(first, 'Forgot an invoice')).status).toBe(200)
    expect((await entriesOf(await sentInvoice(dated)))[0]).toMatchObject({ posted_on: last })
    await expectBooksInOrder()
  })

  test('is not closed while an entry of it waits for an account', async () => {
    const { first, last } = await lastMonth()
    const { rows } = await sql<Row>`select * from account_rules where purpose = 'income'`.execute(server.db)
    await call('DELETE', `/account_rules/${rows[0]!['account_rule_id']}`)
    await sentInvoice({ document_date: last, due_date: last })
    expect((await close(first)).status).toBe(409)
    await rule('income')
    await expectBooksInOrder()
  })
})

describe('an export', () => {
  const exportIt = (as?: LoginType) => call('POST', '/journal/export', { seller_id }, as)
  const file = async (batch_id: number, format: string) =>
    (await call('GET', `/journal/batches/${batch_id}/file?format=${format}`)).raw.replace(/^\uFEFF/, '')
  const rowsOf = async (batch_id: number, format: string): Promise<Row[]> =>
    readCsv(await file(batch_id, format))

  test('has everything once, even with four concurrent callers or one that dies midway', async () => {
    await post()
    const dying = server.db.transaction().execute(async (db) => {
      await exportJournal(
        { actor: systemActor, db, now: new Date(), encryptor: undefined as never },
        seller_id,
      )
      throw new Error('The server dies')
    })
    await expect(dying).rejects.toThrow('The server dies')
    const responses = await Promise.all(Array.from({ length: 4 }, () => exportIt()))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const { rows } = await sql`select 1 from journal_entries where batch_id is null`.execute(server.db)
    expect(rows).toEqual([])
    await sentInvoice()
    expect((await journal())['new_entries']).toBe(1)
    expect((await exportIt()).status).toBe(200)
    const { batches } = await journal()
    expect(batches.map(({ number, entries }: Row) => [number, entries])).toMatchObject([
      [2, 1],
      [1, expect.any(Number)],
    ])
  })

  test('is read back from each file with the sums of the journal', async () => {
    await sentInvoice({ customer_po: '=1+2', discount: '0' })
    await pay(await sentInvoice(), '100', { reference: 'Check "17"' })
    const { batch_ids } = (await exportIt()).body
    const { rows } = await sql<Row>`select l.amount, c.account_name, e.kind from journal_entries e
      join journal_lines l using (entry_id) join chart_of_accounts c using (account_id) where e.batch_id = ${batch_ids[0]}`.execute(
      server.db,
    )
    const expected = sums(rows.map(({ account_name, amount }) => [account_name, amount]))
    const plain = await rowsOf(batch_ids[0], 'csv')
    expect(sums(plain.map((item) => [item['account_name'], signed(item['debit'], item['credit'])]))).toEqual(
      expected,
    )

    const online = [
      ...(await rowsOf(batch_ids[0], 'qbo_journal')).map((row): [string, string] => [
        row['*AccountName'],
        signed(row['*Debits'], row['*Credits']),
      ]),
      ...(await rowsOf(batch_ids[0], 'qbo_invoices')).flatMap((row): [string, string][] => [
        ['receivables account', row['*ItemAmount']],
        [row['ItemDescription'].split(' · ').at(-1), `-${row['*ItemAmount']}`],
      ]),
    ]
    expect(sums(online)).toEqual(expected)
    const invoices = await rowsOf(batch_ids[0], 'qbo_invoices')
    expect(invoices[0]).toMatchObject({
      'Item(Product/Service)': 'Heating oil',
      ItemQuantity: '100',
      ItemRate: '2.5',
      Memo: "'=1+2",
    })
    expect(invoices.map((item) => item['Item(Product/Service)'])).toContain('Nebraska sales tax')
    for (const item of invoices)
      expect(Number(item['*ItemAmount'])).toBeCloseTo(
        Number(item['ItemQuantity']) * Number(item['ItemRate']),
        2,
      )
    expect((await rowsOf(batch_ids[0], 'qbo_customers')).map(({ Name }) => Name)).toEqual([
      ...new Set(plain.map(({ customer }) => customer)),
    ])

    const desktop = readIif(await file(batch_ids[0], 'iif'))
    expect(sums(desktop.transactions.flat().map((item) => [item['ACCNT']!, item['AMOUNT']!]))).toEqual(
      expected,
    )
    for (const transaction of desktop.transactions)
      expect(sums(transaction.map(({ AMOUNT }) => ['', AMOUNT!]))).toEqual({ '': '0.000' })
    expect(desktop.transactions.map(([first]) => first!['TRNSTYPE'])).toEqual([
      'INVOICE',
      'INVOICE',
      'PAYMENT',
    ])
    expect(desktop.transactions[0]![1]).toMatchObject({
      QNTY: '-100',
      PRICE: '2.5',
      INVITEM: 'Heating oil',
      AMOUNT: '-250.00',
    })
    expect(desktop.transactions[2]![0]).toMatchObject({
      DOCNUM: "Check '17'",
      NAME: desktop.transactions[0]![0]!['NAME'],
    })
    const named = (list: string) => desktop.lists.filter(({ kind }) => kind === list).map(({ NAME }) => NAME)
    for (const { ACCNT, NAME, INVITEM } of desktop.transactions.flat()) {
      expect(named('ACCNT')).toContain(ACCNT)
      if (NAME) expect(named('CUST')).toContain(NAME)
      if (INVITEM) expect(named('INVITEM')).toContain(INVITEM)
    }
    expect(await file(batch_ids[0], 'iif')).toBe(await file(batch_ids[0], 'iif'))
  })

  test('is open to the seller’s own office, and to no other company', async () => {
    await sql`update accounts set added_permissions = '{transaction_documents.read,transaction_documents.update}'
      where login_type_id = 'distributor'`.execute(server.db)
    await call('PATCH', '/settings', { distributors_back_office: 1 })
    const { batches } = await journal()
    const path = `/journal/batches/${batches[0].batch_id}/file?format=csv`
    expect(seller_id).toBe(COMPANY.distributor)
    expect((await call('GET', path, undefined, 'distributor')).status).toBe(200)
    expect((await journal('distributor'))['batches']).toHaveLength(batches.length)
    await sql`update journal_batches set seller_id = ${COMPANY.stranger}, number = 99
      where batch_id = ${batches[0].batch_id}`.execute(server.db)
    expect((await call('GET', path, undefined, 'distributor')).status).toBe(404)
    for (const [method, to, body] of [
      ['GET', `/journal?seller_id=${COMPANY.stranger}`, undefined],
      ['POST', '/journal/export', { seller_id: COMPANY.stranger }],
      ['POST', '/journal/close', { seller_id: COMPANY.stranger, month: '2026-01-01' }],
    ] as const)
      expect((await call(method, to, body, 'distributor')).status).toBe(404)
    expect((await call('GET', '/journal', undefined, 'customer')).status).toBe(405)
  })
})

const signed = (debit: string, credit: string) => (debit === '' ? `-${credit}` : debit)

function sums(amounts: readonly (readonly [string, string])[]): Record<string, string> {
  const totals: Record<string, Decimal> = {}
  for (const [name, amount] of amounts) totals[name] = (totals[name] ?? new Decimal(0)).plus(amount)
  return Object.fromEntries(
    Object.entries(totals).map(([name, total]) => [
      name,
      (total.isZero() ? new Decimal(0) : total).toFixed(3),
    ]),
  )
}

/** Reads a CSV file by RFC 4180: a field in quotes has its quotes doubled. The first row names the columns. */
function readCsv(text: string): Record<string, string>[] {
  const [head, ...rows] = text
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    )
  return rows.map((row) => Object.fromEntries(head!.map((name, index) => [name, row[index] ?? ''])))
}

/**
 * Reads an IIF file by its description: a row that begins with `!` names the columns of the rows with its keyword; a transaction begins
 * with `TRNS`, has its distribution in `SPL` rows and ends with `ENDTRNS`.
 */
function readIif(text: string) {
  const columns: Record<string, string[]> = {}
  const lists: Record<string, string>[] = []
  const transactions: Record<string, string>[][] = []
  let open: Record<string, string>[] | null = null
  for (const line of text.split('\r\n').filter((item) => item !== '')) {
    expect(line).toMatch(/^[\x20-\x7e\t]*$/)
    const [keyword, ...cells] = line.split('\t')
    if (keyword!.startsWith('!')) {
      columns[keyword!.slice(1)] = cells
      continue
    }
    if (keyword === 'ENDTRNS') {
      transactions.push(open!)
      open = null
      continue
    }
    const row = Object.fromEntries(columns[keyword!]!.map((name, index) => [name, cells[index] ?? '']))
    if (keyword === 'TRNS') open = [row]
    else if (keyword === 'SPL') open!.push(row)
    else lists.push({ ...row, kind: keyword! })
  }
  expect(open).toBeNull()
  return { lists, transactions }
}
