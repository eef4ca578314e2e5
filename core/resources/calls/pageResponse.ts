import { z } from 'zod'

/** Page information of a list that is always complete. */
export const PageResponse = z.object({ page_num: z.int(), page_size: z.int(), total_records: z.int() })

/** Page information. */
export const PageInfo = PageResponse.extend({
  total_is_estimate: z
    .literal(1)
    .optional()
    .describe('The total is an estimate: it exceeds 10,000, and `count=exact` was not set.'),
  /** There are more than were counted. */
  is_more: z.literal(true).optional(),
})
