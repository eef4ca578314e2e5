import { z } from 'zod'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { GivenInstant } from '#core/platform/time/instants.ts'
import { DecimalText, decimalText } from '#core/resources/kinds/decimalText.ts'
import { may } from '#core/resources/may.ts'
import { STEP_OUTCOMES } from './decidePrice.ts'
import { posted_prices } from './posted_prices.ts'
import { price_rules } from './price_rules.ts'
import { PriceQuery } from './priceQuery.ts'
import { FOUND_SOURCES, PRICE_PROBLEMS } from './priceSources.ts'

/** Maximum number of prices posted at once. */
const MAX_POSTED = 500

const mayRead = may(price_rules, 'read')
const SOURCES = [...FOUND_SOURCES, 'by_hand'] as const

const Step = () =>
  z.object({
    source: z.enum(FOUND_SOURCES),
    outcome: z.enum(STEP_OUTCOMES),
    price_rule_id: z.int().nullable(),
    rule_name: z.string().nullable().describe('Null without a rule, or if it was deleted.'),
    date: z.iso.date().describe('The day on which the rule had to apply.'),
    unit_title: z.string(),
    from_quantity: DecimalText.nullable(),
    base: DecimalText.nullable().describe('The fixed price, or the posted one per its own unit.'),
    base_unit_title: z.string().nullable(),
    terminal_title: z.string().nullable(),
    posted_from: z.string().nullable(),
    margin: DecimalText.nullable(),
  })

const Explanation = () =>
  z.object({
    unit_price: DecimalText.nullable(),
    unit_title: z.string(),
    currency_id: z.int(),
    source: z.enum(SOURCES).nullable(),
    problem: z.enum(PRICE_PROBLEMS).nullable(),
    reason: z.string().nullable().describe('Why a person chose another price.'),
    found_price: DecimalText.nullable().describe('The price that the sources yield.'),
    parts: z
      .array(z.object({ delivered: z.string().nullable(), quantity: DecimalText, unit_price: DecimalText }))
      .describe('Deliveries on several days: the price is their mean.'),
    steps: z.array(Step()).describe('Every source that was tried, in order of precedence.'),
  })

/** Explains the price of a product for a customer, on any day. */
export const explainPrice = defineCall({
  method: 'GET',
  path: '/prices/explain',
  access: mayRead,
  query: PriceQuery,
  response: () => z.object({ explanation: Explanation() }),
})

/** Explains the price of a line of a document, as it was found then. */
export const explainLine = defineCall({
  method: 'GET',
  path: '/prices/lines/:document_detail_id',
  access: mayRead,
  params: () => z.object({ document_detail_id: Id }),
  response: () => z.object({ explanation: Explanation() }),
})

/** The prices that a customer pays today, of the products in its tanks and in its agreements. */
export const listCustomerPrices = defineCall({
  method: 'GET',
  path: '/prices/customers/:company_id',
  access: mayRead,
  params: () => z.object({ company_id: Id }),
  response: () =>
    z.object({
      currency_id: z.int(),
      price_class: z.string().nullable(),
      prices: z.array(
        z.object({
          product_id: z.int(),
          product_title: z.string(),
          unit_id: z.int(),
          unit_title: z.string(),
          unit_price: DecimalText.nullable(),
          source: z.enum(FOUND_SOURCES).nullable(),
          problem: z.enum(PRICE_PROBLEMS).nullable(),
          rule_name: z.string().nullable(),
        }),
      ),
    }),
})

/** Today's posted prices of a seller, with yesterday's. */
export const listPostedToday = defineCall({
  method: 'GET',
  path: '/prices/today',
  access: mayRead,
  query: () =>
    z.object({
      company_id: Id.optional().describe(
        'The seller; default: the one who posted last, else the own company.',
      ),
    }),
  response: () =>
    z.object({
      company_id: z.int(),
      currency_id: z.int(),
      sellers: z.array(z.object({ company_id: z.int(), company_title: z.string() })),
      posted: z.array(
        z.object({
          terminal_id: z.int(),
          terminal_title: z.string(),
          product_id: z.int(),
          product_title: z.string(),
          unit_id: z.int(),
          unit_title: z.string(),
          unit_price: DecimalText,
          valid_from: z.iso.datetime(),
          yesterday: DecimalText.nullable().describe('In force at the end of yesterday, per the same unit.'),
          list_price: DecimalText.nullable().describe('The product’s list price, per the same unit.'),
        }),
      ),
    }),
})

/** Posts prices of several terminals and products at once, and prices the lines that wait for them. */
export const postPrices = defineCall({
  method: 'POST',
  path: '/prices/posted',
  access: may(posted_prices, 'create'),
  body: () =>
    z.object({
      company_id: Id,
      valid_from: GivenInstant().optional().describe('Default: now.'),
      prices: z
        .array(
          z.object({
            terminal_id: Id,
            product_id: Id,
            unit_id: Id,
            unit_price: decimalText(16, 6),
          }),
        )
        .min(1)
        .max(MAX_POSTED),
    }),
  response: () =>
    z.object({ posted: z.int(), priced: z.int().describe('Orders with lines that are priced now.') }),
})
