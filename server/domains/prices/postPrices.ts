import { sql } from 'kysely'
import type { postPrices as definition } from '#core/domains/prices/calls.ts'
import { posted_prices } from '#core/domains/prices/posted_prices.ts'
import type { ReceivedBy } from '#core/platform/defineCall.ts'
import type { Values } from '#core/platform/values.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { priceDelivered } from '#server/domains/orders/invoices/priceDelivered.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { createMany, type ManyOutcome } from '#server/resources/changes/createMany.ts'
import { acceptNew } from '#server/resources/changes/validate.ts'
import { insertRecord, restoreRecord } from '#server/resources/operations.ts'

type PostedPrice = RecordOf<typeof posted_prices>

/** Creates a posted price; the lines of orders that waited for it are priced. */
export async function createPostedPrice(context: Context, body: Values): Promise<PostedPrice> {
  const values = acceptNew(context, posted_prices, body)
  const posted = await insertRecord(context, posted_prices, values)
  await priceDelivered(context, await readWaiting(context, posted.company_id))
  return posted
}

/** Creates many posted prices at once. */
export async function createPostedPrices(
  context: Context,
  bodies: readonly Values[],
): Promise<ManyOutcome[]> {
  return createMany(context, posted_prices, bodies, (body) => acceptNew(context, posted_prices, body), {
    after: async (_, created) => {
      for (const seller of new Set(created.map(({ values }) => values.company_id)))
        await priceDelivered(context, await readWaiting(context, seller))
    },
  })
}

/** Restores a deleted posted price; the lines that waited for it are priced as well. */
export async function restorePostedPrice(context: Context, row: Values): Promise<void> {
  await restoreRecord(context, posted_prices, row)
  await priceDelivered(context, await readWaiting(context, Number(row.company_id)))
}

/**
 * Posts prices of several terminals and products at once, and prices the lines of orders that waited for them.
 * @throws Refusal 422, 404 with `prices.N.field` for each invalid field; then nothing is posted
 */
export async function postPrices(
  context: Context,
  { company_id, valid_from, prices }: ReceivedBy<typeof definition>['body'],
): Promise<{ posted: number; priced: number }> {
  const at = valid_from ?? context.now.toISOString()
  const bodies = prices.map((price) => ({ company_id, valid_from: at, ...price }))
  const waiting = await readWaiting(context, company_id)
  const outcomes = await createPostedPrices(context, bodies)
  const refused = outcomes.flatMap((outcome, index) =>
    outcome instanceof Refusal ? [{ one: outcome, index }] : [],
  )
  const [first] = refused
  if (first) {
    const issues = refused.flatMap(({ one, index }) =>
      (one.options.issues ?? []).map((issue) => ({ ...issue, field: `prices.${index}.${issue.field}` })),
    )
    throw new Refusal(first.one.status, first.one.text, { ...first.one.options, issues })
  }
  const left = await readWaiting(context, company_id)
  return { posted: outcomes.length, priced: waiting.length - left.length }
}

/** The orders of a seller with lines whose rule lacks a posted price. */
async function readWaiting({ db }: Context, seller_id: number): Promise<number[]> {
  const { rows } = await sql<{ document_id: number }>`
    select distinct o.document_id from transaction_document_details l join transaction_documents o using (document_id)
    where l.price_problem in ('no_posted_price', 'posted_too_old') and o.seller_id = ${seller_id}
      and o.document_type = 'sales_order' and o.archived = 0 order by o.document_id`.execute(db)
  return rows.map(({ document_id }) => document_id)
}
