import { expect, test } from 'vitest'
import { TANK_KINDS } from '../facts/tanks.ts'
import { Bookkeeper } from '../inhabitants/bookkeeper.ts'
import { cents, millionths } from '../laws/money.ts'
import { DAY } from '../laws/units.ts'
import { Weather } from '../laws/weather.ts'
import { Random } from '../random.ts'
import { Tank } from '../tank.ts'
import type { World } from '../world.ts'
import { Books } from './books.ts'
import { judgeAccounts } from './judgeAccounts.ts'
import { judgeInvoice } from './judgeDocuments.ts'

const START = Date.UTC(2026, 11, 7, 5)

/** The product's figures for a customer with an invoice of $312.00, tax included, who paid $100.00. */
const ANSWERS = {
  account: {
    ageing: {
      ...{ current: '212.000', days_30: '0.000', days_60: '0.000', days_90: '0.000', older: '0.000' },
      ...{ unapplied: '0.000', total: '212.000' },
    },
    open_invoices: [{ document_number: 'INV-1', due_date: '2026-12-17', balance: '212.000' }],
    payments: [{ reference: 'P-1', left: '0.000' }],
    credits: [],
  },
  statement: {
    ...{ opening: '0.000', charges: '312.000', payments: '100.000', closing: '212.000' },
    lines: [
      { kind: 'invoice', title: 'INV-1', date: '2026-12-07', amount: '312.000' },
      { kind: 'payment', title: 'P-1', date: '2026-12-08', amount: '-100.000' },
    ],
  },
  receivables: [{ company_id: 0, ageing: { total: '212.000' } }],
  invoice: {
    ...{ document_date: '2026-12-07', due_date: '2026-12-17', handling_charge: '0.000' },
    ...{ tax_total: '12.000', grand_total: '312.000' },
    details: [{ quantity: '100.000', unit_price: '3.000000', line_total: '300.000' }],
  },
  taxes: [{ tax_name: 'Residential fuel tax', rate: '4.000000', certificate: null }],
  journal: {
    receivables: [{ journal: '212.000', balances: '212.000' }],
    ...{ waiting: [], months: [] },
  },
  file: [
    'entry,date,kind,reversal,number,account_code,debit,credit',
    '1,2026-12-07,invoice,0,INV-1,1200,312.000,',
    '1,2026-12-07,invoice,0,INV-1,4000,,300.000',
    '1,2026-12-07,invoice,0,INV-1,2200,,12.000',
    '2,2026-12-08,payment,0,P-1,1000,100.000,',
    '2,2026-12-08,payment,0,P-1,1200,,100.000',
  ],
}

async function found(change: (answers: typeof ANSWERS) => void): Promise<string[]> {
  const answers = structuredClone(ANSWERS)
  change(answers)
  const books = new Books(() => {})
  const random = new Random('7')
  const weather = new Weather(random.of('weather'), START - DAY)
  const tank = new Tank(1, 'H-1', TANK_KINDS[0]!, weather, random, { litres: 300, at: START })
  const order = { document_id: 1, tank, at: START, quantity: 100, detail_ids: [] }
  const bill = books.ledger.bill({
    ...{ document_id: 2, number: 'INV-1', detail_id: 1, order, tank, day: '2026-12-07' },
    ...{ quantity: 100_000n, price: millionths(3), goods: cents(300), tax: cents(12) },
    ...{ rates: [['Residential fuel tax', millionths(4)]], parts: [] },
  })
  const payment = { id: 1, number: 'P-1', tank, day: '2026-12-08', amount: cents(100), method: 'check' }
  books.ledger.pay(payment)
  const get = async (path: string) => {
    if (path.endsWith('/account')) return answers
    if (path.includes('/statement')) return answers
    return { receivables: answers.receivables }
  }
  const broken = (promise: number, kind: string, what: string) =>
    books.broken({ promise, kind, what, calls: [] })
  const world = {
    ...{ books, start: START, now: () => START + DAY, dayOf: () => '2026-12-08', tanks: [tank], get, broken },
    brokenFor: (_: Tank, promise: number, kind: string, what: string) => broken(promise, kind, what),
  } as unknown as World
  judgeInvoice(world, bill, answers.invoice, answers.taxes as never)
  await judgeAccounts(world)
  const bookkeeper = new Bookkeeper(world, 'employee', {} as never)
  bookkeeper.must = async (_method, path) => (path.includes('/file') ? answers.file.join('\r\n') : answers)
  bookkeeper.may = async () => ({ batch_ids: [1] })
  await bookkeeper.compare()
  return [...books.found.values()].map(({ promise, kind }) => `${promise}: ${kind}`)
}

test('figures that are those of the simulation break no promise', async () => {
  expect(await found(() => {})).toEqual([])
})

const cases: [string, (answers: typeof ANSWERS) => void][] = [
  ['an invoice is not what was delivered at its price', ({ invoice }) => (invoice.tax_total = '12.010')],
  [
    'an invoice is not what was delivered at its price',
    ({ invoice }) => (invoice.details[0]!.unit_price = '3.000001'),
  ],
  ['an invoice is not what was delivered at its price', ({ taxes }) => taxes.pop()],
  [
    'a balance is not what was billed, credited and paid',
    ({ account }) => (account.open_invoices[0]!.balance = '212.010'),
  ],
  [
    'a balance is not what was billed, credited and paid',
    ({ account }) => (account.payments[0]!.left = '0.010'),
  ],
  [
    'a balance is not what was billed, credited and paid',
    ({ account }) => (account.ageing.days_30 = '0.010'),
  ],
  ['a statement does not show each movement once', ({ statement }) => statement.lines.pop()],
  [
    'a statement does not show each movement once',
    ({ statement }) => statement.lines.push(statement.lines[1]!),
  ],
  ['the sums of a statement are wrong', ({ statement }) => (statement.closing = '212.010')],
  [
    'the list of receivables has another sum',
    ({ receivables }) => receivables.push({ company_id: 9, ageing: { total: '0.010' } }),
  ],
  [
    'an entry of the journal does not balance',
    ({ file }) => (file[3] = file[3]!.replace('12.000', '12.010')),
  ],
  ['the exported journal is not what was posted', ({ file }) => file.splice(4, 2)],
  [
    'the exported journal is not what was posted',
    ({ file }) => file.push(...file.slice(4).map((row) => row.replace(/^2/, '3'))),
  ],
  ['receivables are not what customers owe', ({ journal }) => (journal.receivables[0]!.journal = '212.010')],
]
test.each(cases)('%s', async (kind, change) => {
  expect(await found(change)).toContain(`3: ${kind}`)
})
