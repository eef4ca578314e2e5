import * as calls from '#core/domains/shipments/timeline/timelineCalls.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import { readTimeline } from './readTimeline.ts'

export const timelineCalls = handleAll('timeline', calls, {
  readTimeline: {
    summary: 'History of a tank or an order, newest first in pages, and what is still to come',
    run: (context, { query }) => readTimeline(context, query),
  },
})
