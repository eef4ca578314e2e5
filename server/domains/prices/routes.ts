import * as calls from '#core/domains/prices/calls.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import { explainLine, explainPrice } from './explainPrice.ts'
import { listCustomerPrices, listPostedToday } from './listPrices.ts'
import { postPrices } from './postPrices.ts'

/** The calls of prices in addition to the standard ones. */
export const priceCalls: Call[] = handleAll('prices', calls, {
  explainPrice: {
    summary: 'Explain the price of a product for a customer, on any day: each source tried, with its figures',
    run: async (context, { query }) => ({ explanation: await explainPrice(context, query) }),
  },
  explainLine: {
    summary: 'Explain the price of a line of a document, as it was found then',
    run: async (context, { params }) => ({
      explanation: await explainLine(context, params.document_detail_id),
    }),
  },
  listCustomerPrices: {
    summary: 'The prices that a customer pays today, with their sources',
    run: async (context, { params }) => listCustomerPrices(context, params.company_id),
  },
  listPostedToday: {
    summary: 'Today’s posted prices of a seller, with yesterday’s',
    run: async (context, { query }) => listPostedToday(context, query.company_id),
  },
  postPrices: {
    summary: 'Post prices of several terminals and products at once, and price the lines that lacked them',
    run: async (context, { body }) => ({
      ...(await postPrices(context, body)),
      message: 'messages.saved' as const,
      type: 'success' as const,
    }),
  },
})
