import { z } from 'zod'
import { TAX_BASES, TAX_ROUNDINGS, TAX_SCOPES } from '#core/domains/finance/tax_codes.ts'
import { EXEMPT_USES } from '#core/domains/finance/tax_exemptions.ts'
import { entity_addresses } from '#core/domains/people/entity_addresses.ts'
import { PriceQuery } from '#core/domains/prices/priceQuery.ts'
import { FOUND_SOURCES, PRICE_PROBLEMS } from '#core/domains/prices/priceSources.ts'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { GivenDay } from '#core/platform/time/instants.ts'
import { DecimalText } from '#core/resources/kinds/decimalText.ts'
import { may } from '#core/resources/may.ts'
import { recordFieldSchemas, typedRecordSchema } from '#core/resources/recordSchema.ts'
import { valueSchema } from '#core/resources/schema.ts'
import { CHARGES } from './charges.ts'
import { DOCUMENT_TYPES } from './documentStatus.ts'
import { ORDER_DECIDERS } from './ordering.ts'
import { IsAnother, PAYMENT_METHODS, PaymentBody, Reason } from './paymentBody.ts'
import { transaction_document_details } from './transaction_document_details.ts'
import { transaction_documents } from './transaction_documents.ts'

const Document = () => z.object({ transaction_document: typedRecordSchema(transaction_documents) })
const ofDocument = () => z.object({ document_id: Id })
const mayUpdate = may(transaction_documents, 'update')

const NullableText = z.string().nullable()
const AddressPart = z.string().max(255).optional()
const SiteAddress = () =>
  z.object({
    location_label: NullableText,
    address1: NullableText,
    address2: NullableText,
    city: NullableText,
    state: NullableText,
    zip_code: NullableText,
    zip_code_ext: NullableText,
    country_iso_3: NullableText,
  })

const Fee = () =>
  z.object({
    price_fee_id: z.int(),
    name: z.string(),
    charge: z.enum(CHARGES).describe('Charge of the document that contains it.'),
    amount: DecimalText,
    index: DecimalText.nullable().describe('Index price that decided, for a fuel surcharge.'),
  })

const SavedAddress = () =>
  z.object({
    ...recordFieldSchemas(entity_addresses, [
      'entity_addresses_id',
      'address_type',
      'location_label',
      'address1',
      'address2',
      'city',
      'state',
      'zip_code',
      'zip_code_ext',
    ]),
    country_iso_3: z.string().nullable(),
  })
/** Defaults of a new document, from the fields entered so far. */
export const readDocumentDefaults = defineCall({
  method: 'GET',
  path: '/transaction_documents/defaults',
  access: may(transaction_documents, 'read'),
  query: () =>
    z.object({
      device_id: Id.optional(),
      company_id: Id.optional(),
      payment_term_id: Id.optional(),
      currency_id: Id.optional(),
      document_date: GivenDay().optional(),
    }),
  response: () =>
    z.object({
      document_defaults: z.object({
        company_id: z.int().nullable(),
        site_id: z.int().nullable(),
        site_address: SiteAddress()
          .nullable()
          .describe('Address of the site; takes precedence over saved ones.'),
        currency_id: z.int().nullable(),
        exchange_rate: DecimalText.nullable(),
        payment_term_id: z.int().nullable(),
        unit_id: z.int().nullable().describe('The company’s unit of volume.'),
        document_date: z.iso.date(),
        due_date: z.iso.date().nullable(),
        shipping_addresses: z
          .array(SavedAddress())
          .describe('Most likely first; addresses of the device are for shipping only.'),
        billing_addresses: z.array(SavedAddress()),
      }),
    }),
})

/** The price of a product for a customer, and its source. */
export const readPrice = defineCall({
  method: 'GET',
  path: '/transaction_documents/price',
  access: may(transaction_documents, 'read'),
  query: PriceQuery,
  response: () =>
    z.object({
      price: z.object({
        product_id: z.int(),
        unit_id: z.int().nullable(),
        unit_price: DecimalText.nullable().describe(
          'Per unit, in the company’s currency; null if not priced yet.',
        ),
        source: z.enum(FOUND_SOURCES).nullable(),
        is_ruled: z.boolean().describe('A price rule of the seller decides: another price needs a reason.'),
        problem: z.enum(PRICE_PROBLEMS).nullable().describe('Why the price rule yields no price.'),
        document_date: z.iso.date().nullable().describe('Date of the document with the last price.'),
      }),
    }),
})

/** The taxes on the lines of a document that is being entered, which `taxedTotals` counts, and the fees of its seller. */
export const readLineTaxes = defineCall({
  method: 'GET',
  path: '/transaction_documents/taxes',
  access: may(transaction_documents, 'read'),
  query: () =>
    z.object({
      document_id: Id.optional().describe('A saved document: omitted fields keep their saved values.'),
      company_id: Id.optional(),
      device_id: Id.optional(),
      site_id: Id.optional(),
      shipping_address_id: Id.optional(),
      document_date: GivenDay().optional(),
      wished_date: GivenDay().optional(),
      currency_id: Id.optional(),
      exchange_rate: valueSchema(transaction_documents.fields.exchange_rate).optional(),
      ship_country_iso_3: AddressPart,
      ship_state: AddressPart,
      ship_city: AddressPart,
      ship_zip_code: AddressPart,
      lines: z
        .string()
        .max(16_000)
        .regex(
          /^\d{1,15}:\d{0,15}:\d{0,15}(:\d{0,11}(\.\d{1,6})?)?(,\d{1,15}:\d{0,15}:\d{0,15}(:\d{0,11}(\.\d{1,6})?)?)*$/,
        )
        .describe('Product, unit, saved line and quantity of each line: `9:1:70:250.5,10::`.'),
    }),
  response: () =>
    z.object({
      lines: z.array(
        z.object({
          liters: DecimalText.nullable().describe(
            'Litres of one unit of its quantity; null if it is no volume.',
          ),
          taxes: z.array(
            z.object({
              tax_code_id: z.int(),
              tax_name: z.string().describe('As printed.'),
              jurisdiction: NullableText,
              basis: z.enum(TAX_BASES),
              applies_to: z.enum(TAX_SCOPES),
              rounding: z.enum(TAX_ROUNDINGS),
              rate: DecimalText.describe('Percent, or the amount per unit.'),
              unit_title: NullableText,
              unit_liters: DecimalText.nullable().describe('Litres of the unit of an amount per unit.'),
              exchange_rate: DecimalText.describe('Units of the tax’s currency for one of the company’s.'),
              tax_rule_id: z.int().nullable(),
              tax_exemption_id: z.int().nullable(),
              certificate: NullableText,
              exempt_use: z.enum(EXEMPT_USES).nullable(),
            }),
          ),
        }),
      ),
      fees: z
        .object({
          before: z.array(Fee()).describe('Fees of the saved document.'),
          found: z.array(Fee()),
        })
        .nullable()
        .describe('Fees of the seller, which `followFees` turns into charges; null for a document without.'),
    }),
})

/** A company's debt on invoices that the caller may see, in the company's currency. */
export const readOwed = defineCall({
  method: 'GET',
  path: '/companies/:company_id/owed',
  access: may(transaction_documents, 'read'),
  params: () => z.object({ company_id: Id }),
  response: () =>
    z.object({
      owed: z.object({
        currency_id: z.int(),
        open: DecimalText.describe('Total balance of all open invoices.'),
        overdue: DecimalText.describe('Part of it that was due before today.'),
        unapplied: DecimalText.describe('Payments and credit notes that are on no invoice.'),
        open_invoices: z.int(),
        overdue_invoices: z.int(),
        last_payment: z
          .object({
            amount: DecimalText.describe('In the company’s currency.'),
            payment_date: z.iso.date(),
            document_id: z.int().nullable().describe('The invoice that it pays, if it is only one.'),
            document_number: z.string().nullable(),
          })
          .nullable(),
      }),
    }),
})

/** Creates orders for deliveries of a finalized shipment to tanks without an order, as billing needs an order line. */
export const orderDelivered = defineCall({
  method: 'POST',
  path: '/shipment_planner/:shipment_id/order_delivered',
  access: {
    who: { module: 'transaction_documents', action: 'create', loginTypes: ORDER_DECIDERS, sellersOnly: true },
  },
  params: () => z.object({ shipment_id: Id }),
  response: () =>
    z.object({
      transaction_documents: z.array(
        z.object({
          document_id: z.int(),
          document_number: z.string().nullable(),
          is_priced: z.boolean().describe('A price was found for every line.'),
        }),
      ),
    }),
})

export const rejectQuote = defineCall({
  method: 'POST',
  path: '/transaction_documents/:document_id/reject',
  access: mayUpdate,
  params: ofDocument,
  response: Document,
})

export const convertDocument = defineCall({
  method: 'POST',
  path: '/transaction_documents/:document_id/convert',
  access: mayUpdate,
  params: ofDocument,
  body: () =>
    z.object({
      document_type: z.enum(DOCUMENT_TYPES, { error: 'choice' }),
      /** Vendor of a purchase order. */
      vendor_id: Id.optional(),
      /** Why the office takes the order of a customer on credit hold. */
      credit_reason: valueSchema(transaction_documents.fields.credit_reason).optional(),
    }),
  response: Document,
})

export const closeShort = defineCall({
  method: 'POST',
  path: '/transaction_documents/:document_id/close_short',
  access: mayUpdate,
  params: ofDocument,
  body: () => z.object({ reason: Reason.nullish() }),
  response: Document,
})

export const reversePayment = defineCall({
  method: 'POST',
  path: '/transaction_documents/:document_id/payments/:payment_id/reverse',
  access: mayUpdate,
  params: () => ofDocument().extend({ payment_id: Id }),
  body: () => z.object({ reason: Reason }),
  response: Document,
})

export const listPayments = defineCall({
  method: 'GET',
  path: '/transaction_documents/:document_id/payments',
  access: may(transaction_documents, 'read'),
  params: ofDocument,
  response: () =>
    z.object({
      payments: z.array(
        z.object({
          payment_id: z.int(),
          document_id: z.int(),
          amount: DecimalText,
          currency_id: z.int(),
          currency_title: z.string(),
          company_amount: DecimalText,
          method: z.enum(PAYMENT_METHODS),
          payment_date: z.iso.date(),
          reference: z.string().nullable(),
          created_at: z.iso.datetime(),
          reversed_at: z.iso.datetime().nullable(),
          reverse_reason: z.string().nullable(),
        }),
      ),
    }),
})

export const recordPayment = defineCall({
  method: 'POST',
  path: '/transaction_documents/:document_id/payments',
  access: mayUpdate,
  params: ofDocument,
  body: () => PaymentBody,
  response: () => Document().extend({ payment_id: z.int() }),
})

const Credit = () =>
  z.object({
    left: DecimalText.describe('Remaining creditable amount, in the company’s currency.'),
    lines: z.array(
      z.object({
        document_detail_id: z.int(),
        product_title: z.string(),
        unit_title: z.string(),
        quantity_left: DecimalText.describe('The quantity that is not credited.'),
        quantity_over: DecimalText.describe('Part of it that is billed beyond what was delivered.'),
      }),
    ),
  })

/** The creditable rest of a sent invoice; nothing for another document. */
export const readCredit = defineCall({
  method: 'GET',
  path: '/transaction_documents/:document_id/credit',
  access: may(transaction_documents, 'read'),
  params: ofDocument,
  response: () => z.object({ credit: Credit().nullable() }),
})

/** Credits an invoice that was sent: quantities of lines, an amount without goods, or otherwise the whole rest. */
export const creditInvoice = defineCall({
  method: 'POST',
  path: '/transaction_documents/:document_id/credit',
  access: mayUpdate,
  params: ofDocument,
  body: () =>
    z.object({
      reason: Reason.min(1, { error: 'required' }),
      details: z
        .array(
          z.object({
            document_detail_id: Id,
            quantity: valueSchema(transaction_document_details.fields.quantity),
          }),
        )
        .max(1000)
        .optional()
        .describe('Quantities of lines, which become billable again.'),
      amount: valueSchema(transaction_documents.fields.total_amount)
        .optional()
        .describe('An amount in the company’s currency without goods, such as a price reduction.'),
      is_another: IsAnother,
    }),
  response: Document,
})
