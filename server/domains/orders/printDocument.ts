import { sql } from 'kysely'
import { inDocumentCurrency } from '#core/domains/orders/totals.ts'
import { transaction_document_details } from '#core/domains/orders/transaction_document_details.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { type CurrencyMarks, formatMoney, precisionOf } from '#core/platform/money.ts'
import type { Context } from '#server/platform/context.ts'
import { say } from '#server/platform/language.ts'
import { marksFor } from '#server/resources/currencyMarks.ts'
import { displayValue, fieldLabel, instantText } from '#server/resources/display.ts'
import { readSender } from '#server/resources/letterhead.ts'
import type { PrintDocument } from '#server/resources/printDocument.ts'
import { type Document, readDocument, readLines } from './readDocument.ts'

interface Surroundings {
  company: string
  account_number: string | null
}

/** Figures of a document in the order in which they add up; what is nothing is left out. */
const ADDED = [
  'document_discount',
  'document_freight',
  'document_customs',
  'document_expedite_fee',
  'document_handling_charge',
] as const

/** The document as it goes out: letterhead, addresses, lines and totals, in the document's own currency. */
export async function printDocument(context: Context, id: number): Promise<PrintDocument> {
  const { actor } = context
  const document = await readDocument(context, id)
  const around = await readSurroundings(context, document)
  const row = document as unknown as Record<string, unknown>
  const marks = await marksFor(context, transaction_documents)
  const money = (amount: string) => formatMoney(amount, withPrice(marks.get(document.currency_id)!, amount))
  const choice = (name: string) => displayValue({ actor, marks }, transaction_documents, name, row)
  const facts = (
    ['document_date', 'due_date', 'payment_term_id', 'customer_po', 'work_order_no', 'device_id'] as const
  )
    .map((name): [string, string] => [fieldLabel(actor, transaction_documents, name), choice(name)])
    .filter(([, value]) => value !== '')
  return {
    title: `${choice('document_type')} ${document.document_number}`,
    subtitle: `${choice('status_id')} · ${say(actor.language, 'print.printed_at', {
      at: instantText(actor, context.now.toISOString()),
    })}`,
    language: actor.language,
    letterhead: [await readSender(context)],
    blocks: [
      { title: say(actor.language, 'print.bill_to'), lines: addressLines(row, 'bill', around) },
      { title: say(actor.language, 'print.ship_to'), lines: addressLines(row, 'ship', around) },
    ],
    facts,
    ...(await linesTable(context, document, money)),
    totals: totalsOf(context, document, money),
    closing: document.comments ?? undefined,
  }
}

async function linesTable(
  context: Context,
  { document_id, exchange_rate }: Document,
  money: (amount: string) => string,
): Promise<Pick<PrintDocument, 'head' | 'rows' | 'figures'>> {
  const { actor } = context
  const names = ['product_id', 'quantity', 'unit_price', 'line_discount_amount', 'line_total'] as const
  const figure = (value: string) =>
    new Intl.NumberFormat(actor.language, { maximumFractionDigits: 3 }).format(Number(value))
  const lines = await readLines(context, document_id)
  const there = (amount: string) => money(inDocumentCurrency(amount, exchange_rate))
  return {
    head: names.map((name) => fieldLabel(actor, transaction_document_details, name)),
    figures: [1, 2, 3, 4],
    rows: lines.map((line) => [
      line.product_title,
      figure(line.quantity),
      there(line.unit_price),
      line.line_discount_type === 'P'
        ? `${figure(line.line_discount_percentage)} %`
        : there(line.line_discount_amount),
      there(line.line_total),
    ]),
  }
}

function totalsOf(
  { actor }: Context,
  document: Document,
  money: (amount: string) => string,
): [string, string][] {
  const label = (name: string) => fieldLabel(actor, transaction_documents, name.replace(/^document_/, ''))
  const added = ADDED.filter((name) => Number(document[name]) !== 0).map((name): [string, string] => [
    label(name),
    money(name === 'document_discount' ? `-${document[name]}` : document[name]),
  ])
  const isOpen = document.document_type === 'invoice' && document.balance !== document.total_amount
  return [
    [label('document_subtotal'), money(document.document_subtotal)],
    ...added,
    [label('document_total_amount'), money(document.document_total_amount)],
    ...(isOpen ? [[label('document_balance'), money(document.document_balance)] as [string, string]] : []),
  ]
}

function addressLines(
  document: Readonly<Record<string, unknown>>,
  side: 'bill' | 'ship',
  { company, account_number }: Surroundings,
): string[] {
  const part = (name: string) => String(document[`${side}_${name}`] ?? '').trim()
  const zip = [part('zip_code'), part('zip_code_ext')].filter(Boolean).join('-')
  const city = [part('city'), [part('state'), zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return [
    side === 'bill' && account_number ? `${company} (${account_number})` : company,
    part('location_label'),
    part('address1'),
    part('address2'),
    city,
    part('country_iso_3'),
  ].filter(Boolean)
}

async function readSurroundings({ db }: Context, document: Document): Promise<Surroundings> {
  const { rows } = await sql<Surroundings>`
    select company, account_number from companies where companies.company_id = ${document.company_id}`.execute(
    db,
  )
  return rows[0]!
}

/** A price such as 0.892 keeps its third decimal where the currency itself has two. */
function withPrice(marks: CurrencyMarks, amount: string): CurrencyMarks {
  return /\.\d\d[1-9]/.test(amount) ? { ...marks, precision: Math.max(precisionOf(marks), 3) } : marks
}
