import * as calls from '#core/domains/shipments/timeline/timelineCalls.ts'
import { handleAll } from '#server/platform/handle.ts'
import { readTimeline } from './readTimeline.ts'

/** What happened to a tank or an order, and what is still to come. */
export const timelineCalls = handleAll('timeline', calls, {
  readTimeline: {
    summary:
      'What happened to a tank or an order in the order of time, newest first in pages, and what is still to come',
    run: (context, { query }) => readTimeline(context, query),
  },
})
