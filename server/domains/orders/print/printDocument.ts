import { sql } from 'kysely'
import { chargePurpose } from '#core/domains/orders/charges.ts'
import { hasDraftNumber } from '#core/domains/orders/documentNumber.ts'
import { isSold, isUnpriced } from '#core/domains/orders/figuresLeave.ts'
import { inDocumentCurrency, priceInDocumentCurrency, shareInPercent } from '#core/domains/orders/totals.ts'
import { transaction_document_details } from '#core/domains/orders/transaction_document_details.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { formatMoney, formatPrice } from '#core/platform/numbers/money.ts'
import { quantityText } from '#core/platform/numbers/quantities.ts'
import { celsiusToFahrenheit } from '#core/platform/numbers/units.ts'
import { percentSign } from '#core/platform/texts/percentSign.ts'
import type { Context } from '#server/platform/context.ts'
import { runPrepared } from '#server/platform/database/prepared.ts'
import { translate } from '#server/platform/translate.ts'
import { readLetterhead } from '#server/resources/files/letterhead.ts'
import type { PrintDocument } from '#server/resources/files/printDocument.ts'
import { type MarksById, readMarksFor } from '#server/resources/names/currencyMarks.ts'
import { displayValue } from '#server/resources/names/display.ts'
import { fieldLabel } from '#server/resources/names/fieldLabel.ts'
import { dateText, figureText, instantText, localeOfActor } from '#server/resources/names/textFormats.ts'
import { type BilledDelivery, readBilledDeliveries } from '../invoices/billedTickets.ts'
import { listPayments } from '../payments/recordPayment.ts'
import { type Document, type DocumentLine, readDocument, type WholeDocument } from '../readDocument.ts'
import { printedTaxes } from './printTaxes.ts'

type Deliveries = Awaited<ReturnType<typeof readBilledDeliveries>>

/** Formatters for the amounts of the document: sums, and unit prices. */
interface Formatters {
  money: (amount: string) => string
  price: (amount: string) => string
}

interface PrintDetails {
  company: string
  account_number: string | null
  tax_number: string | null
  payment_text: string | null
  discount_percent: string | null
  /** The last day of the early payment discount. */
  discount_until: string | null
  /** Invoice notices of the products on the document. */
  notices: string[]
}

/** Figures of a document in the order in which they add up; those of 0 are omitted. */
const ADDED = [
  'document_discount',
  'document_freight',
  'document_customs',
  'document_expedite_fee',
  'document_handling_charge',
] as const

/** Filled fields above the lines. */
const FACTS = [
  ...(['document_date', 'due_date', 'payment_term_id', 'customer_po', 'work_order_no'] as const),
  ...(['site_id', 'device_id'] as const),
] as const

/** The printed document: letterhead, addresses, lines and totals, in the document's own currency. */
export async function printDocument(context: Context, id: number): Promise<PrintDocument> {
  const { actor } = context
  const document = await readDocument(context, id)
  const details = await readPrintDetails(context, document)
  const deliveries = await readBilledDeliveries(context, id)
  const sender = await readLetterhead(context, document.seller_id)
  const row: Record<string, unknown> = document
  const marks = await readMarksFor(context, transaction_documents)
  const ownMarks = getOrThrow(marks, document.currency_id)
  const formatters: Formatters = {
    money: (amount) => formatMoney(amount, ownMarks, localeOfActor(actor)),
    price: (amount) => formatPrice(amount, ownMarks, localeOfActor(actor)),
  }
  const taxes = await printedTaxes(context, document, formatters)
  const choice = (name: string) => displayValue({ actor, marks }, transaction_documents, name, row)
  const facts = FACTS.map((name): [string, string] => [
    fieldLabel(actor, transaction_documents, name),
    choice(name),
  ]).filter(([, value]) => value !== '')
  return {
    title: titleOf(context, document, choice('document_type')),
    subtitle: `${choice('status_id')} · ${translate(actor.language, 'print.printed_at', {
      at: instantText(actor, context.now.toISOString()),
    })}`,
    language: actor.language,
    ...sender,
    letterhead: [...sender.letterhead, ...taxNumberOf(context, details)],
    blocks: [
      { title: translate(actor.language, 'print.bill_to'), lines: addressLines(row, 'bill', details) },
      { title: translate(actor.language, 'print.ship_to'), lines: addressLines(row, 'ship', details) },
    ],
    facts: [...facts, ...deliveryFacts(context, deliveries), ...creditedFact(context, document, choice)],
    ...linesTable(context, document, formatters, deliveries),
    totals: [
      ...totalsOf(context, document, formatters, taxes.length > 0),
      ...taxes,
      ...(await paymentsOf(context, document, { ...formatters, marks })),
    ],
    closing: closingOf(context, document, details, formatters).join('\n\n') || undefined,
  }
}

function linesTable(
  context: Context,
  document: WholeDocument,
  { money, price }: Formatters,
  deliveries: Deliveries,
): Pick<PrintDocument, 'head' | 'rows' | 'figures'> {
  const { actor } = context
  const names = ['product_id', 'quantity', 'unit_price', 'line_discount_amount', 'line_total'] as const
  const percent = (value: string) =>
    new Intl.NumberFormat(localeOfActor(actor), { maximumFractionDigits: 3, useGrouping: 'always' }).format(
      Number(value),
    )
  const { document_type, exchange_rate } = document
  const isNotPriced = (line: DocumentLine) => isSold(document_type) && isUnpriced(line)
  const notPriced = fieldLabel(actor, transaction_document_details, 'unpriced')
  const inDocumentCurrencyText = (amount: string) => money(inDocumentCurrency(amount, exchange_rate))
  return {
    head: names.map((name) => fieldLabel(actor, transaction_document_details, name)),
    figures: [1, 2, 3, 4],
    rows: document.details.map((line) => [
      [
        line.product_title,
        ...(line.place_title === null ? [] : [line.place_title]),
        ...(deliveries.get(line.document_detail_id) ?? []).flatMap((item) => deliveryText(context, item)),
      ].join('\n'),
      quantityText(line.quantity, line.unit_title, localeOfActor(actor)),
      isNotPriced(line)
        ? notPriced
        : `${price(priceInDocumentCurrency(line.unit_price, exchange_rate))} / ${line.unit_title}`,
      line.line_discount_type === 'P'
        ? `${percent(line.line_discount_percentage)}${percentSign(actor.language)}`
        : inDocumentCurrencyText(line.line_discount_amount),
      isNotPriced(line) ? notPriced : inDocumentCurrencyText(line.line_total),
    ]),
  }
}

/** The sums, up to the total; with taxes, to what is taxed: they and the total follow. */
function totalsOf(
  { actor }: Context,
  document: WholeDocument,
  { money }: Formatters,
  isTaxed: boolean,
): [string, string][] {
  const total = isTaxed ? 'document_total_amount' : 'document_grand_total'
  const label = (name: string) => fieldLabel(actor, transaction_documents, name.replace(/^document_/, ''))
  if (isSold(document.document_type) && document.details.some(isUnpriced))
    return [[label(total), fieldLabel(actor, transaction_document_details, 'unpriced')]]
  const purpose = chargePurpose(document)
  const added = ADDED.filter((name) => Number(document[name]) !== 0).map((name): [string, string] => [
    (name === 'document_handling_charge' && purpose) || label(name),
    money(name === 'document_discount' ? `-${document[name]}` : document[name]),
  ])
  const subtotal: [string, string] = [label('document_subtotal'), money(document.document_subtotal)]
  return [...(purpose === null ? [subtotal] : []), ...added, [label(total), money(document[total])]]
}

/** The payments and credits of an invoice that were not reversed, and the rest to pay. */
async function paymentsOf(
  context: Context,
  document: Document,
  { money, marks }: Formatters & { marks: MarksById },
): Promise<[string, string][]> {
  const { actor } = context
  if (document.document_type !== 'invoice') return []
  const all = await listPayments(context, document.document_id)
  const payments = all.filter(({ reversed_at }) => reversed_at === null)
  const rows = payments.map(({ method, payment_date, reference, amount, currency_id }): [string, string] => {
    const what = translate(actor.language, `records.payment_methods.${method}`)
    const details = [dateText(actor, payment_date), what, reference].filter(Boolean).join(', ')
    return [
      `${translate(actor.language, 'print.paid')} (${details})`,
      `-${formatMoney(amount, getOrThrow(marks, Number(currency_id)), localeOfActor(actor))}`,
    ]
  })
  const { rows: credits } = await sql<{ document_number: string; amount: string | null }>`
    select c.document_number, a.document_amount as amount from allocations a
      join transaction_documents c on c.document_id = a.credit_note_id
    where a.document_id = ${document.document_id} and a.reversed_at is null order by a.allocation_id`.execute(
    context.db,
  )
  const creditNote = translate(
    actor.language,
    'records.transaction_documents.choices.document_type.credit_note',
  )
  for (const { document_number, amount } of credits)
    rows.push([`${creditNote} ${document_number}`, money(`-${amount ?? '0'}`)])
  const balance = fieldLabel(actor, transaction_documents, 'balance')
  return rows.length === 0 ? [] : [...rows, [balance, money(document.document_balance ?? '0')]]
}

/** The title; an invoice that was not sent is marked as a draft. */
function titleOf({ actor }: Context, document: Document, type: string): string {
  const { document_type, document_number, document_id, given_out } = document
  if (document_type !== 'invoice' || given_out === 1) return `${type} ${document_number}`
  const number = hasDraftNumber(document) ? document_id : document_number
  return `${translate(actor.language, 'print.draft')}: ${type} ${number}`
}

function taxNumberOf({ actor }: Context, { tax_number }: PrintDetails): string[] {
  return tax_number
    ? [`${translate(actor.language, 'records.companies.fields.tax_number')}: ${tax_number}`]
    : []
}

/** The days and tickets of billed deliveries. */
function deliveryFacts({ actor }: Context, deliveries: Deliveries): [string, string][] {
  const all = [...deliveries.values()].flat()
  const textOf = (values: readonly (string | null)[]) =>
    [...new Set(values.filter((value): value is string => value !== null))].join(', ')
  const facts: [string, string][] = [
    [
      translate(actor.language, 'print.delivered'),
      textOf(all.map(({ day }) => (day === null ? null : dateText(actor, day)))),
    ],
    [translate(actor.language, 'print.tickets'), textOf(all.map(({ number }) => number))],
  ]
  return facts.filter(([, value]) => value !== '')
}

/** A ticket below its line, with gross and net volume if they differ; the gross volume is billed. */
function deliveryText(
  { actor }: Context,
  { number, gross, net, celsius, unit_title }: BilledDelivery,
): string[] {
  if (number === null || gross === null || net === null || celsius === null || Number(gross) === Number(net))
    return []
  const volume = (value: string) => quantityText(value, unit_title ?? '', localeOfActor(actor), 1)
  const isImperial = actor.units === 'imperial'
  const degrees = isImperial ? celsiusToFahrenheit(Number(celsius)) : Number(celsius)
  return [
    translate(actor.language, 'print.gross_and_net', {
      ...{ number, gross: volume(gross), net: volume(net) },
      temperature: `${figureText(actor, degrees, 1)} ${isImperial ? '°F' : '°C'}`,
    }),
  ]
}

/** The invoice that a credit note credits. */
function creditedFact(
  { actor }: Context,
  { document_type }: Document,
  textOf: (name: string) => string,
): [string, string][] {
  if (document_type !== 'credit_note') return []
  return [[translate(actor.language, 'print.credited'), textOf('source_document_id')]]
}

/** Comments, notices of products, and for an unpaid invoice the payment instructions and early-payment discount. */
function closingOf(
  { actor }: Context,
  document: WholeDocument,
  { notices, payment_text, discount_percent, discount_until }: PrintDetails,
  { money }: Formatters,
): string[] {
  const isSale = isSold(document.document_type)
  const isOwed = document.document_type === 'invoice' && Number(document.balance) > 0
  const early =
    isOwed && discount_percent !== null && discount_until !== null
      ? translate(actor.language, 'print.early_discount', {
          percent: figureText(actor, Number(discount_percent), 2),
          amount: money(shareInPercent(document.document_total_amount, discount_percent)),
          day: dateText(actor, discount_until),
        })
      : null
  return [
    chargePurpose(document) === null ? document.comments : null,
    ...(isSale ? notices : []),
    early,
    isOwed && payment_text
      ? `${translate(actor.language, 'records.companies.fields.payment_text')}:\n${payment_text}`
      : null,
  ].filter((text): text is string => Boolean(text))
}

function addressLines(
  document: Readonly<Record<string, unknown>>,
  side: 'bill' | 'ship',
  { company, account_number }: PrintDetails,
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

async function readPrintDetails({ db }: Context, document: Document): Promise<PrintDetails> {
  const found = await runPrepared(
    db,
    sql<PrintDetails>`
    select c.company, c.account_number, s.tax_number, s.payment_text, t.discount_percent,
      ${document.document_date}::date + t.discount_days as discount_until,
      array(select distinct p.invoice_notice from transaction_document_details l join tank_products p using (product_id)
        where l.document_id = ${document.document_id} and p.invoice_notice is not null order by 1) as notices
    from companies c, companies s, payment_terms t
    where c.company_id = ${document.company_id} and s.company_id = ${document.seller_id}
      and t.payment_term_id = ${document.payment_term_id}`,
  )
  return firstOf(found)
}
