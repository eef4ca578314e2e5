import * as calls from '#core/domains/shipments/deliveries/deliveryCalls.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import { listDeliveries } from './listDeliveries.ts'

/** Calls for those who receive deliveries. */
export const deliveryCalls = handleAll('deliveries', calls, {
  listDeliveries: {
    summary:
      'Deliveries to a site, a device or one’s own companies, upcoming and made; of a round only one’s own stops',
    run: (context, { query }) => listDeliveries(context, query),
  },
})
