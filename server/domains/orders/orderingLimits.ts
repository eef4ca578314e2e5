import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { mayDecideOrders, ORDERED_FIELDS, PRICE_FIELDS } from '#core/domains/orders/ordering.ts'
import { isSameAmount } from '#core/domains/orders/totals.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { type SavedAddress, withSide } from '#core/domains/people/addressSnapshot.ts'
import type { Issue } from '#core/platform/issue.ts'
import type { Values } from '#core/platform/values.ts'
import { writableFields } from '#core/resources/definition.ts'
import type { LineRow } from '#server/domains/orders/lines/documentLines.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, notPermitted } from '#server/platform/refusal.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'
import { decidesFor } from './decidesFor.ts'
import { documentDefaults } from './documentDefaults.ts'
import { isSameLine, UNDECIDED_PRICE } from './lines/documentLines.ts'
import type { Document } from './readDocument.ts'

const RULE = 'decided_by_seller'
const writable = writableFields(transaction_documents)

/**
 * @param documents those that the call decides about
 * @throws Refusal 405 for users who only order: they do not convert, bill or record payments
 */
export function requireOrderDecisionRight(
  { actor }: Context,
  ...documents: readonly Pick<Document, 'company_id'>[]
): void {
  if (!mayDecideOrders(actor)) throw notPermitted()
  if (!documents.every(({ company_id }) => decidesFor(actor, company_id))) throw notPermitted()
}

/** The defaults of a new document of a user who only orders: its company's terms, currency and dates. */
export async function orderingDefaults(context: Context, body: Values): Promise<Values> {
  const { device_id, company_id } = body
  if (typeof device_id !== 'number') return {}
  const query = { device_id, ...(typeof company_id === 'number' && { company_id }) }
  const {
    site_address,
    shipping_addresses,
    billing_addresses,
    unit_id: _ofLines,
    ...terms
  } = await documentDefaults(context, query)
  return {
    ...Object.fromEntries(writable.map(([name, field]) => [name, field.default ?? null])),
    ...terms,
    exchange_rate: terms.exchange_rate ?? '1',
    approved: 0,
    document_type: 'sales_order',
    status_id: DOCUMENT_STATUS.new,
    ...(site_address
      ? { shipping_address_id: null, ...withSide('ship', site_address) }
      : likeliestAddress('ship', shipping_addresses)),
    ...likeliestAddress('bill', billing_addresses),
  }
}

function likeliestAddress(side: 'ship' | 'bill', [likeliest]: readonly SavedAddress[]): Values {
  const name = side === 'ship' ? 'shipping_address_id' : 'billing_address_id'
  if (!likeliest) return { [name]: null }
  return { [name]: likeliest.entity_addresses_id, ...withSide(side, likeliest) }
}

/**
 * Refuses, field by field, what a user who only orders may not decide. Values equal to `standard` (the stored ones, or the defaults of a
 * new document) or empty ones are not decisions.
 * @throws Refusal 422
 */
export function refuseRestrictedFields(values: Values, standard: Values): void {
  const open: readonly string[] = ORDERED_FIELDS
  refuseIssues(
    writable
      .filter(([name, { isUserDefined }]) => name in values && !open.includes(name) && !isUserDefined)
      .filter(([name]) => !isSame(values[name], standard[name]))
      .filter(([name]) => !isEmptyAddress(name, values[name]))
      .map(([field]): Issue => ({ field, rule: RULE })),
  )
}

/** Like `refuseRestrictedFields`, for lines: stored lines keep their prices, new lines have none. */
export function refuseRestrictedPrices(lines: readonly LineRow[], before: readonly LineRow[]): void {
  refuseIssues(
    lines.flatMap((line, index) => {
      const standard = before.find((item) => isSameLine(item, line)) ?? UNDECIDED_PRICE
      return PRICE_FIELDS.filter(
        // The reason is hidden from them, so that they send it back empty.
        (name) => !isSame(line[name], standard[name]) && !(name === 'price_reason' && !line[name]),
      ).map((name): Issue => ({ field: `details.${index}.${name}`, rule: RULE }))
    }),
  )
}

/** @throws Refusal 409 when a user who only orders would change an order that the office works on already. */
export function refuseInProgress(
  { actor }: Context,
  { company_id, document_type, status_id, approved }: Document,
): void {
  if (decidesFor(actor, company_id)) return
  if (document_type !== 'sales_order' || status_id !== DOCUMENT_STATUS.new || approved === 1) {
    throw conflict('messages.order_in_hand')
  }
}

/** A tank's address follows from the tank; omitting it decides nothing. */
function isEmptyAddress(name: string, value: unknown): boolean {
  return /^(ship|bill)/.test(name) && name !== 'shipping_carrier_id' && (value ?? '') === ''
}

/** Compares texts, figures ("1" and "1.000") and empty values by value. */
function isSame(one: unknown, other: unknown): boolean {
  const [left, right] = [String(one ?? ''), String(other ?? '')]
  if (left === right) return true
  return DECIMAL.test(left) && DECIMAL.test(right) && isSameAmount(left, right)
}

const DECIMAL = /^-?\d+(\.\d+)?$/
