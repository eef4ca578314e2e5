import { lazy } from 'react'
import { isFinished } from '#core/domains/orders/documentStatus.ts'
import type { RecordKind } from '#web/resources/recordKind.ts'

export const orderKind: RecordKind = {
  Header: lazy(() => import('#web/domains/orders/OrderHead.tsx').then((m) => ({ default: m.OrderHead }))),
  Inside: lazy(() => import('#web/domains/orders/OrderLines.tsx').then((m) => ({ default: m.OrderLines }))),
  Aside: lazy(() => import('#web/domains/orders/OrderAside.tsx').then((m) => ({ default: m.OrderAside }))),
  lockOf: (record) => {
    if (record['locked'] === 1) return 'messages.order_locked'
    return isFinished(Number(record['status_id'])) ? 'messages.document_finished' : undefined
  },
}

export const workOrderKind: RecordKind = {
  Header: lazy(() =>
    import('#web/domains/work_orders/WorkOrderHead.tsx').then((m) => ({ default: m.WorkOrderHead })),
  ),
  Aside: lazy(() =>
    import('#web/domains/work_orders/WorkOrderAside.tsx').then((m) => ({ default: m.WorkOrderAside })),
  ),
}
