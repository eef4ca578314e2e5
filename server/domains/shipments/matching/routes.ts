import * as calls from '#core/domains/shipments/deliveryCheckCalls.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import { closeMeterFinding } from './closeMeterFinding.ts'
import { correctDelivery, explainDelivery } from './decideDeliveryCheck.ts'

const saved = { message: 'messages.saved', type: 'success' } as const

/** Calls on comparisons of tickets with tanks, other than the standard ones. */
export const deliveryCheckCalls = handleAll('delivery_checks', calls, {
  explainDeliveryCheck: {
    summary: 'Explain why ticket and tank differ; the ticket stays unchanged',
    run: async (context, { params: { delivery_check_id }, body }) => ({
      delivery_check: await explainDelivery(context, delivery_check_id, body),
      ...saved,
    }),
  },
  correctDeliveryCheck: {
    summary: 'Correct the ticket to the quantity that reached the tank; orders follow',
    run: async (context, { params: { delivery_check_id }, body }) => ({
      delivery_check: await correctDelivery(context, delivery_check_id, body),
      ...saved,
    }),
  },
  closeMeterFinding: {
    summary: 'Close a finding about a meter that was proved or adjusted',
    run: async (context, { params: { meter_finding_id }, body }) => ({
      meter_finding: await closeMeterFinding(context, meter_finding_id, body),
      ...saved,
    }),
  },
})
