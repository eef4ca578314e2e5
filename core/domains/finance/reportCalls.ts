import { z } from 'zod'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { STAFF_AND_DISTRIBUTORS } from '#core/platform/loginTypes.ts'
import { GivenDay } from '#core/platform/time/instants.ts'
import { Printed } from '#core/resources/calls/callSchemas.ts'
import { REPORT_GROUPS, REPORT_NAMES } from './reports.ts'

const access = {
  who: { module: transaction_documents.module, action: 'read', loginTypes: STAFF_AND_DISTRIBUTORS },
} as const
const ofReport = () => z.object({ report: z.enum(REPORT_NAMES) })
const Key = () => z.union([Id, z.literal('none')]).optional()

/** A report's period, group and filters. `none` selects entries without such a record. */
const Query = () =>
  z.object({
    from: GivenDay().optional().describe('Default: the month before this one.'),
    to: GivenDay().optional(),
    by: z.enum(REPORT_GROUPS).optional(),
    seller_id: Id.optional().describe('Default: the first seller with sales.'),
    product_id: Key(),
    company_id: Key(),
    area: z.string().max(100).optional(),
    truck_id: Key(),
    driver_id: Key(),
  })

const Figures = () =>
  z
    .record(z.string(), z.string().nullable())
    .describe('Figures by column; volumes in the caller’s unit. Null if unknown.')
const Period = () => z.object({ from: z.iso.date(), to: z.iso.date() })

/** A report of a seller: totals against the period before, rows, and points for a chart. */
export const readReport = defineCall({
  method: 'GET',
  path: '/reports/:report',
  access,
  params: ofReport,
  query: Query,
  response: () =>
    z.object({
      report: z.object({
        sellers: z.array(z.object({ seller_id: z.int(), title: z.string() })),
        seller_id: z.int().nullable(),
        ...Period().shape,
        before: Period(),
        by: z.enum(REPORT_GROUPS),
        unit: z.enum(['L', 'gal']).describe('Unit of the volumes.'),
        filters: z.array(z.object({ name: z.string(), title: z.string().nullable() })),
        totals: z
          .array(z.object({ currency_id: z.int().nullable(), now: Figures(), before: Figures() }))
          .describe('Totals by currency; amounts of two currencies are never added.'),
        rows: z
          .array(
            z.object({
              key: z.string().describe('Id or name of the record; `none` without one.'),
              title: z.string().nullable(),
              currency_id: z.int().nullable(),
              figures: Figures(),
            }),
          )
          .describe('The largest first.'),
        left_out: z.int().describe('Rows that are not listed; totals count them.'),
        trend: z.array(z.object({ day: z.iso.date(), value: z.number() })).describe('The first figure.'),
        waiting: z.int().describe('Invoices and credit notes of the period that are not in the journal yet.'),
      }),
    }),
})

/** All rows of a report as a file. */
export const exportReport = defineCall({
  method: 'GET',
  path: '/reports/:report/export',
  access,
  params: ofReport,
  query: () => Query().extend({ format: z.enum(['csv', 'xlsx']).default('csv') }),
  produces: 'text/csv',
})

export const printReport = defineCall({
  method: 'GET',
  path: '/reports/:report/print',
  access,
  params: ofReport,
  query: () => Query().extend({ format: z.enum(['pdf']).optional() }),
  response: () => z.object({ print: Printed() }),
})
