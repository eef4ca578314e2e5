import { z } from 'zod'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { STAFF_AND_DISTRIBUTORS } from '#core/platform/loginTypes.ts'
import { GivenDay } from '#core/platform/time/instants.ts'
import { DecimalText } from '#core/resources/kinds/decimalText.ts'
import { may } from '#core/resources/may.ts'
import { TAX_BASES } from './tax_codes.ts'
import { EXEMPT_USES } from './tax_exemptions.ts'

const Basis = z.enum(TAX_BASES)

/** The taxes of a document by line, as saved with it. */
export const listDocumentTaxes = defineCall({
  method: 'GET',
  path: '/transaction_documents/:document_id/taxes',
  access: may(transaction_documents, 'read'),
  params: () => z.object({ document_id: Id }),
  response: () =>
    z.object({
      taxes: z.array(
        z.object({
          document_detail_id: z.int().nullable().describe('Null on a credit note.'),
          tax_code_id: z.int(),
          tax_name: z.string().describe('As printed.'),
          basis: Basis,
          rate: DecimalText.describe('Percent, or the amount per unit.'),
          unit_title: z.string().nullable(),
          unit_liters: DecimalText.nullable().describe('Litres of the unit of an amount per unit.'),
          taxable_amount: DecimalText.describe('In the company’s currency.'),
          exempt_amount: DecimalText,
          taxable_liters: DecimalText.nullable().describe('Null if the line is not a volume.'),
          exempt_liters: DecimalText.nullable(),
          certificate: z.string().nullable().describe('The exemption certificate, if the line is exempt.'),
          exempt_use: z.enum(EXEMPT_USES).nullable(),
          tax: DecimalText,
        }),
      ),
    }),
})

/** Taxed and exempt quantities and amounts of issued invoices by jurisdiction, code and rate. */
export const readTaxReturn = defineCall({
  method: 'GET',
  path: '/tax_return',
  access: {
    who: { module: 'transaction_documents', action: 'read', loginTypes: STAFF_AND_DISTRIBUTORS },
  },
  query: () => z.object({ from: GivenDay(), to: GivenDay(), seller_id: Id.optional() }),
  response: () =>
    z.object({
      tax_return: z.array(
        z.object({
          seller_id: z.int(),
          seller_title: z.string(),
          jurisdiction: z.string().nullable(),
          tax_code_id: z.int(),
          tax_name: z.string(),
          basis: Basis,
          rate: DecimalText,
          unit_title: z.string().describe('Unit of the quantities: the tax’s, else the caller’s.'),
          currency_id: z.int().nullable().describe('Currency of the amounts.'),
          taxable_quantity: DecimalText,
          exempt_quantity: DecimalText,
          taxable_amount: DecimalText,
          exempt_amount: DecimalText,
          tax: DecimalText,
          documents: z.int(),
        }),
      ),
    }),
})
