import { sql } from 'kysely'
import { companies } from '#core/domains/companies/companies.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { explainPrice as definition } from '#core/domains/prices/calls.ts'
import type { ReceivedBy, ResponseOf } from '#core/platform/defineCall.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { type FoundPrice, findVisiblePrice } from '#server/domains/orders/lines/findPrices.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/refusal.ts'
import { requireVisible } from '#server/resources/rows.ts'

type Explanation = ResponseOf<typeof definition>['explanation']

/**
 * Explains the price of a product for a customer, on any day.
 * @throws Refusal 404 for records out of reach, including the customer's seller
 */
export async function explainPrice(
  context: Context,
  query: ReceivedBy<typeof definition>['query'],
): Promise<Explanation> {
  const found = await findVisiblePrice(context, query)
  if (!found) throw notFound('product_id')
  await requireVisible(context, companies, found.seller_id)
  const { unit_price, unit_id, source, problem } = found
  return explained(context, query.company_id, { found, unit_price, unit_id, source, problem, reason: null })
}

interface Line extends Pick<Explanation, 'unit_price' | 'source' | 'problem' | 'reason'> {
  unit_id: number
  /** Null: it was priced before prices were explained. */
  found: (FoundPrice & Partial<Pick<Explanation, 'parts'>>) | null
}

/**
 * Explains the price of a line of a document, as it was found then.
 * @throws Refusal 404 for a line out of reach, also by its seller
 */
export async function explainLine(context: Context, document_detail_id: number): Promise<Explanation> {
  const { rows } = await sql<Line & { document_id: number; company_id: number; seller_id: number }>`
    select l.document_id, o.company_id, o.seller_id, l.unit_id, l.unit_price, l.price_source as source,
      l.price_problem as problem, l.price_reason as reason, l.price_found as found
    from transaction_document_details l join transaction_documents o using (document_id)
    where l.document_detail_id = ${document_detail_id}`.execute(context.db)
  const [line] = rows
  if (!line) throw notFound()
  const { document_id, company_id, seller_id, ...stored } = line
  await requireVisible(context, transaction_documents, document_id)
  await requireVisible(context, companies, seller_id)
  return explained(context, company_id, stored)
}

interface Names {
  currency_id: number
  rules: Record<string, string>
  terminals: Record<string, string>
  units: Record<string, string>
}

/** Adds the names of records that an explanation refers to. The caller has checked that the actor may see the seller. */
async function explained(
  { db }: Context,
  company_id: number,
  { found, unit_id, ...line }: Line,
): Promise<Explanation> {
  const steps = found?.steps ?? []
  // The price of one delivery is explained by its steps.
  const parts = found?.parts ?? []
  const named = (ids: (number | null)[]) => [...new Set(ids.filter((id) => id !== null))]
  const { rows } = await sql<Names>`
    select currency_id,
      coalesce((select jsonb_object_agg(price_rule_id, name) from price_rules
        where price_rule_id = any(${named(steps.map((step) => step.price_rule_id))})), '{}') as rules,
      coalesce((select jsonb_object_agg(terminal_id, name) from terminals
        where terminal_id = any(${named(steps.map((step) => step.terminal_id))})), '{}') as terminals,
      (select jsonb_object_agg(id, unit_abbrev) from units_of_measure
        where id = any(${named([unit_id, ...steps.flatMap((step) => [step.unit_id, step.base_unit_id])])})) as units
    from companies where company_id = ${company_id}`.execute(db)
  const { currency_id, rules, terminals, units } = firstOf(rows)
  const nameIn = (names: Record<string, string>, id: number | null) =>
    id === null ? null : (names[String(id)] ?? null)
  return {
    ...line,
    ...{ currency_id, unit_title: nameIn(units, unit_id) ?? '', parts: parts.length > 1 ? parts : [] },
    found_price: found?.unit_price ?? null,
    steps: steps.map(({ unit_id, base_unit_id, terminal_id, ...step }) => ({
      ...step,
      rule_name: nameIn(rules, step.price_rule_id),
      unit_title: nameIn(units, unit_id) ?? '',
      base_unit_title: nameIn(units, base_unit_id),
      terminal_title: nameIn(terminals, terminal_id),
    })),
  }
}
