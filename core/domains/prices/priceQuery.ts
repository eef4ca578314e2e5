import { z } from 'zod'
import { Id } from '#core/platform/id.ts'
import { GivenDay } from '#core/platform/time/instants.ts'
import { decimalText } from '#core/resources/kinds/decimalText.ts'

/** Inputs of a price. */
export const PriceQuery = () =>
  z.object({
    company_id: Id,
    product_id: Id,
    unit_id: Id.optional(),
    quantity: decimalText(13, 3).optional().describe('For quantity tiers; default 0.'),
    site_id: Id.optional(),
    document_date: GivenDay().optional().describe('Day of the order; default today.'),
    delivery_date: GivenDay().optional().describe('Day of the delivery, if known.'),
  })
