import { sql } from 'kysely'
import { isSold, isUnpriced } from '#core/domains/orders/figuresLeave.ts'
import { inDocumentCurrency, priceInDocumentCurrency } from '#core/domains/orders/totals.ts'
import { transaction_document_details } from '#core/domains/orders/transaction_document_details.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { formatMoney, formatPrice } from '#core/platform/money.ts'
import { quantityText } from '#core/platform/quantities.ts'
import type { Context } from '#server/platform/context.ts'
import { translate } from '#server/platform/translate.ts'
import { readCurrencyMarks, readMarksFor } from '#server/resources/currencyMarks.ts'
import { displayValue } from '#server/resources/display.ts'
import { fieldLabel } from '#server/resources/fieldLabel.ts'
import { readLetterhead } from '#server/resources/files/letterhead.ts'
import type { PrintDocument } from '#server/resources/files/printDocument.ts'
import { dateText, instantText, localeOfActor } from '#server/resources/textFormats.ts'
import { type Document, type DocumentLine, readDocument, readLines } from './readDocument.ts'
import { listPayments } from './recordPayment.ts'

/** Formatters for the amounts of the document: sums, and unit prices. */
interface Write {
  money: (amount: string) => string
  price: (amount: string) => string
}

interface Surroundings {
  company: string
  account_number: string | null
}

/** Figures of a document in the order in which they add up; those of 0 are omitted. */
const ADDED = [
  'document_discount',
  'document_freight',
  'document_customs',
  'document_expedite_fee',
  'document_handling_charge',
] as const

/** The printed document: letterhead, addresses, lines and totals, in the document's own currency. */
export async function printDocument(context: Context, id: number): Promise<PrintDocument> {
  const { actor } = context
  const document = await readDocument(context, id)
  const around = await readSurroundings(context, document)
  const row = document as unknown as Record<string, unknown>
  const marks = await readMarksFor(context, transaction_documents)
  const ownMarks = marks.get(document.currency_id)!
  const write: Write = {
    money: (amount) => formatMoney(amount, ownMarks, localeOfActor(actor)),
    price: (amount) => formatPrice(amount, ownMarks, localeOfActor(actor)),
  }
  const choice = (name: string) => displayValue({ actor, marks }, transaction_documents, name, row)
  const facts = (
    ['document_date', 'due_date', 'payment_term_id', 'customer_po', 'work_order_no', 'device_id'] as const
  )
    .map((name): [string, string] => [fieldLabel(actor, transaction_documents, name), choice(name)])
    .filter(([, value]) => value !== '')
  return {
    title: `${choice('document_type')} ${document.document_number}`,
    subtitle: `${choice('status_id')} · ${translate(actor.language, 'print.printed_at', {
      at: instantText(actor, context.now.toISOString()),
    })}`,
    language: actor.language,
    letterhead: await readLetterhead(context),
    blocks: [
      { title: translate(actor.language, 'print.bill_to'), lines: addressLines(row, 'bill', around) },
      { title: translate(actor.language, 'print.ship_to'), lines: addressLines(row, 'ship', around) },
    ],
    facts,
    ...(await linesTable(context, document, write)),
    totals: [...totalsOf(context, document, write), ...(await paymentsOf(context, document, write))],
    closing: document.comments ?? undefined,
  }
}

async function linesTable(
  context: Context,
  { document_id, document_type, exchange_rate }: Document,
  { money, price }: Write,
): Promise<Pick<PrintDocument, 'head' | 'rows' | 'figures'>> {
  const { actor } = context
  const names = ['product_id', 'quantity', 'unit_price', 'line_discount_amount', 'line_total'] as const
  const percent = (value: string) =>
    new Intl.NumberFormat(localeOfActor(actor), { maximumFractionDigits: 3, useGrouping: 'always' }).format(
      Number(value),
    )
  const lines = await readLines(context, document_id)
  const isNotPriced = (line: DocumentLine) => isSold(document_type) && isUnpriced(line)
  const notPriced = fieldLabel(actor, transaction_document_details, 'unpriced')
  const there = (amount: string) => money(inDocumentCurrency(amount, exchange_rate))
  return {
    head: names.map((name) => fieldLabel(actor, transaction_document_details, name)),
    figures: [1, 2, 3, 4],
    rows: lines.map((line) => [
      line.product_title,
      quantityText(line.quantity, line.unit_title, localeOfActor(actor)),
      isNotPriced(line)
        ? notPriced
        : `${price(priceInDocumentCurrency(line.unit_price, exchange_rate))} / ${line.unit_title}`,
      line.line_discount_type === 'P'
        ? `${percent(line.line_discount_percentage)} %`
        : there(line.line_discount_amount),
      isNotPriced(line) ? notPriced : there(line.line_total),
    ]),
  }
}

function totalsOf({ actor }: Context, document: Document, { money }: Write): [string, string][] {
  const label = (name: string) => fieldLabel(actor, transaction_documents, name.replace(/^document_/, ''))
  const lines = (document as Document & { details: readonly DocumentLine[] }).details
  if (isSold(document.document_type) && lines.some(isUnpriced))
    return [[label('document_total_amount'), fieldLabel(actor, transaction_document_details, 'unpriced')]]
  const added = ADDED.filter((name) => Number(document[name]) !== 0).map((name): [string, string] => [
    label(name),
    money(name === 'document_discount' ? `-${document[name]}` : document[name]),
  ])
  return [
    [label('document_subtotal'), money(document.document_subtotal)],
    ...added,
    [label('document_total_amount'), money(document.document_total_amount)],
  ]
}

/** The payments of an invoice that were not reversed, and the rest to pay. */
async function paymentsOf(
  context: Context,
  document: Document,
  { money }: Write,
): Promise<[string, string][]> {
  const { actor } = context
  if (document.document_type !== 'invoice') return []
  const all = await listPayments(context, document.document_id)
  const payments = all.filter(({ reversed_at }) => reversed_at === null)
  const marks = new Map((await readCurrencyMarks(context)).map((one) => [one.currency_id, one]))
  const rows = payments.map(({ method, payment_date, reference, amount, currency_id }): [string, string] => {
    const what = translate(actor.language, `records.payment_methods.${method}`)
    const details = [dateText(actor, payment_date), what, reference].filter(Boolean).join(', ')
    return [
      `${translate(actor.language, 'print.paid')} (${details})`,
      `-${formatMoney(amount, marks.get(Number(currency_id))!, localeOfActor(actor))}`,
    ]
  })
  const balance = fieldLabel(actor, transaction_documents, 'balance')
  return rows.length === 0 ? [] : [...rows, [balance, money(document.document_balance ?? '0')]]
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
