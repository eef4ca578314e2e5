import type { DocumentType } from '#core/domains/orders/documentStatus.ts'
import { isSold, isUnpriced } from '#core/domains/orders/figuresLeave.ts'
import { isSameAmount } from '#core/domains/orders/totals.ts'
import type { transaction_document_details } from '#core/domains/orders/transaction_document_details.ts'
import type { Issue } from '#core/platform/issue.ts'
import { isObject } from '#core/platform/values.ts'
import type { LineRow } from '#server/domains/orders/lines/documentLines.ts'
import type { Context } from '#server/platform/context.ts'
import type { RawRowOf } from '#server/resources/changes/details.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'
import { decidesFor } from '../decidesFor.ts'
import { isSameLine, isSameValue, UNDECIDED_PRICE } from './documentLines.ts'
import { type FoundPrice, findPrices } from './findPrices.ts'

/** Inputs of a document's prices other than its lines. */
interface PricedDocument {
  company_id: number | null
  document_type: DocumentType
  site_id?: number | null
  document_date?: string | null
  wished_date?: string | null
}

interface PricedLines {
  /** The lines as sent. A missing or empty price is not stated; a price of 0 is, if the user decides prices. */
  sent: readonly RawRowOf<typeof transaction_document_details>[]
  lines: LineRow[]
  before: readonly LineRow[]
  /** When they were delivered; default: the wished day. */
  delivered?: string | null
}

const reasonIssue = (index: number, { unit_price }: FoundPrice): Issue => ({
  field: `details.${index}.price_reason`,
  rule: 'reason_for_price',
  params: { price: unit_price ?? '—' },
})

/**
 * Prices the lines without a stated price: new lines, lines whose product or unit changed, unpriced ones that the office saves, and lines
 * priced by a rule whose quantity changed. A stated price needs a reason if it differs from the price rule's. Lines of purchase orders are
 * priced by their vendor.
 * @throws Refusal 422 naming the missing reasons
 */
export async function withPrices(
  context: Context,
  document: PricedDocument,
  { sent, lines, before, delivered }: PricedLines,
): Promise<LineRow[]> {
  const { company_id, document_type } = document
  // A credit note has the prices of its invoice.
  if (!isSold(document_type) || document_type === 'credit_note' || company_id === null) return lines
  const decides = decidesFor(context.actor, company_id)
  const judged = lines.map((line, index) => judge(line, sent[index], { decides, before }))
  const linesToPrice = lines.filter((_, index) => judged[index] !== 'unchanged')
  const prices = await findPrices(
    context,
    linesToPrice.map((line) => pricedLine({ ...document, company_id }, line, delivered)),
  )
  let next = 0
  const issues: Issue[] = []
  const priced = lines.map((line, index) => {
    const old = before.find((item) => isSameLine(item, line))
    if (judged[index] === 'unchanged')
      return decides ? line : { ...line, price_reason: old?.price_reason ?? null }
    const price = prices[next++]
    if (judged[index] === 'open')
      return { ...line, ...(decides ? {} : UNDECIDED_PRICE), ...foundFields(price) }
    const stated = statedFields(line, price)
    const lacksReason = stated.price_source === 'by_hand' && !stated.price_reason && !isUnpriced(line)
    if (lacksReason && price?.price_rule_id != null) issues.push(reasonIssue(index, price))
    return { ...line, ...stated }
  })
  refuseIssues(issues)
  return priced
}

/** The facts about a line that decide its price. */
function pricedLine(
  document: PricedDocument & { company_id: number },
  { product_id, unit_id, quantity }: LineRow,
  delivered: string | null | undefined,
) {
  return {
    company_id: document.company_id,
    product_id: Number(product_id),
    unit_id: unit_id == null ? null : Number(unit_id),
    quantity: String(quantity),
    site_id: document.site_id ?? null,
    order_date: document.document_date ?? null,
    delivered: delivered ?? document.wished_date ?? null,
  }
}

/** Whether a line keeps its price, gets the found price, or has a price stated by a person. */
function judge(
  line: LineRow,
  sent: RawRowOf<typeof transaction_document_details> | undefined,
  { decides, before }: { decides: boolean; before: readonly LineRow[] },
): 'unchanged' | 'open' | 'stated' {
  const price = sent?.unit_price
  const isStated = decides && price != null && price !== ''
  const old = before.find((item) => isSameLine(item, line))
  const isSame = old && isSameValue(old, line, 'product_id') && isSameValue(old, line, 'unit_id')
  const isSamePrice = old && isSameValue(old, line, 'unit_price')
  const isRuled = isObject(old?.price_found) && old.price_found.price_rule_id !== null
  const follows = isRuled && old.price_source !== 'by_hand' && !(isSame && isSameValue(old, line, 'quantity'))
  if (!isStated) return !old || !isSame || follows || (decides && isUnpriced(line)) ? 'open' : 'unchanged'
  if (isSamePrice && follows) return 'open'
  return isSamePrice && isSame ? 'unchanged' : 'stated'
}

/** The price fields of a line that gets the found price. */
export function foundFields(price: FoundPrice | undefined): LineRow {
  return {
    unit_price: price?.unit_price ?? '0.000000',
    price_source: price?.source ?? null,
    price_problem: price?.problem ?? null,
    price_reason: null,
    price_found: price ?? null,
  }
}

/** The price fields of a line with a stated price: the source if it yields the same price, else the person, with the reason. */
function statedFields(line: LineRow, price: FoundPrice | undefined) {
  const isFound = price?.unit_price != null && isSameAmount(price.unit_price, String(line.unit_price))
  const price_reason = isFound ? null : String(line.price_reason ?? '').trim() || null
  return {
    price_source: isFound ? price.source : isUnpriced(line) ? null : ('by_hand' as const),
    price_problem: isUnpriced(line) ? (price?.problem ?? null) : null,
    price_reason,
    price_found: price ?? null,
  }
}
