import * as calls from '#core/domains/shipments/deliveries/deliveryCalls.ts'
import { handleAll } from '#server/platform/handle.ts'
import { listDeliveries } from './listDeliveries.ts'

/** What those are told to whom something is brought. */
export const deliveryCalls = handleAll('deliveries', calls, {
  listDeliveries: {
    summary:
      'What comes to a site, a device or one’s own companies, and what was brought there; of a round only the own stops',
    run: (context, { query }) => listDeliveries(context, query),
  },
})
