import { z } from 'zod'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import { WORK_ORDER_STATUS_IDS } from '#core/domains/work_orders/workOrderStatus.ts'
import { Id } from '#core/platform/id.ts'
import type { Call } from '#server/platform/http.ts'
import { changeWorkOrderStatus } from './saveWorkOrder.ts'

export const workOrderCalls: Call[] = [
  {
    method: 'POST',
    path: '/work_orders/:id/status',
    tag: 'work_orders',
    summary: 'Give a work order its next status; 409 names the ones that are allowed',
    access: { module: 'work_orders', action: 'update', loginTypes: work_orders.loginTypes },
    params: z.object({ id: Id }),
    body: z.object({
      status_id: z.union(
        WORK_ORDER_STATUS_IDS.map((id) => z.literal(id)),
        { error: 'choice' },
      ),
    }),
    answer: z.object({ work_order: z.looseObject({}) }),
    run: async (context, { params, body }) => ({
      work_order: await changeWorkOrderStatus(context, params.id, body.status_id),
      message: 'messages.saved',
      type: 'success',
    }),
  },
]
