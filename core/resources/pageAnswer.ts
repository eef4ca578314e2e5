import { z } from 'zod'

/** What is answered of the page of a list that is always whole. */
export const PageAnswer = z.object({ page_num: z.int(), page_size: z.int(), total_records: z.int() })

/** What is answered of a page. */
export const PageInfo = PageAnswer.extend({
  total_is_estimate: z
    .literal(1)
    .optional()
    .describe('The total is about right: there are more than 10,000, and `count=exact` was not asked for.'),
  /** There are more than were counted. */
  is_more: z.literal(true).optional(),
})
