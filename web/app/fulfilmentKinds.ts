import { lazy } from 'react'
import { DOCUMENT_STATUS, isFinished } from '#core/domains/orders/documentStatus.ts'
import { mayDecideOrders } from '#core/domains/orders/ordering.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import { LOCKED_WORK_ORDERS } from '#core/domains/work_orders/workOrderStatus.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { ListKind } from '#web/resources/list/listKind.ts'
import type { RecordKind, RecordTab } from '#web/resources/record/recordKind.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { contactsTab, notesTab } from './contactTabs.tsx'

/** Whom one reaches about it, and what is noted of it. */
function known(resource: Resource): RecordTab[] {
  return [contactsTab(resource), notesTab(resource)]
}

/** One can ask for what is still to be done. */
export const openKind: ListKind = {
  filters: { dashboard: { text: 'resources.widget.open', values: [{ value: '1', text: 'yes' }] } },
}

type Input = NonNullable<RecordKind['inputs']>[string]
type OrderInputs = typeof import('#web/domains/orders/orderInputs.ts')

/** The inputs of orders come with the first order that is shown. */
function orderInput(name: keyof OrderInputs): Input {
  return lazy(() => import('#web/domains/orders/orderInputs.ts').then((m) => ({ default: m[name] })))
}
const DiscountInput = orderInput('DiscountInput')
const VendorInput = orderInput('VendorInput')
const ShippingAddressInput = orderInput('ShippingAddressInput')
const BillingAddressInput = orderInput('BillingAddressInput')

/** The form of whoever only orders: a tank, a day, a number and a note. */
const orderingForm: Resource = {
  ...transaction_documents,
  form: [
    { section: 'order', fields: ['device_id', 'wished_date', 'customer_po'] },
    { section: 'comments', fields: ['comments'] },
  ],
}

export const orderKind: RecordKind = {
  forReader: (loginType) =>
    mayDecideOrders(loginType) ? {} : { asNew: orderingForm, asDetails: orderingForm, lockOf: lockOfOrdered },
  tabs: known(transaction_documents),
  Header: lazy(() => import('#web/domains/orders/OrderHead.tsx').then((m) => ({ default: m.OrderHead }))),
  inputs: {
    discount: DiscountInput,
    vendor_id: VendorInput,
    shipping_address_id: ShippingAddressInput,
    billing_address_id: BillingAddressInput,
  },
  Inside: lazy(() => import('#web/domains/orders/OrderLines.tsx').then((m) => ({ default: m.OrderLines }))),
  Aside: lazy(() => import('#web/domains/orders/OrderAside.tsx').then((m) => ({ default: m.OrderAside }))),
  lockOf: (record) => {
    if (record['locked'] === 1) return 'messages.order_locked'
    return isFinished(Number(record['status_id'])) ? 'messages.document_finished' : undefined
  },
}

/** An order that somebody works on is changed by asking for it. */
function lockOfOrdered(record: AnyRecord): string | undefined {
  if (record['locked'] === 1) return 'messages.order_locked'
  const isNew =
    record['document_type'] === 'sales_order' && Number(record['status_id']) === DOCUMENT_STATUS.new
  return isNew && record['approved'] !== 1 ? undefined : 'messages.order_in_hand'
}

export const workOrderKind: RecordKind = {
  tabs: known(work_orders),
  Header: lazy(() =>
    import('#web/domains/work_orders/WorkOrderHead.tsx').then((m) => ({ default: m.WorkOrderHead })),
  ),
  Aside: lazy(() =>
    import('#web/domains/work_orders/WorkOrderAside.tsx').then((m) => ({ default: m.WorkOrderAside })),
  ),
  lockOf: (record) =>
    LOCKED_WORK_ORDERS.includes(Number(record['status_id'])) ? 'messages.work_order_over' : undefined,
}

export const shipmentKind: RecordKind = {
  tabs: known(shipment_planners),
  Header: lazy(() =>
    import('#web/domains/shipments/ShipmentHeader.tsx').then((m) => ({ default: m.ShipmentHeader })),
  ),
  Inside: lazy(() =>
    import('#web/domains/shipments/ShipmentLoads.tsx').then((m) => ({ default: m.ShipmentLoads })),
  ),
  Aside: lazy(() =>
    import('#web/domains/shipments/ShipmentAside.tsx').then((m) => ({ default: m.ShipmentAside })),
  ),
  isKept: (record) => {
    const status = Number(record['status_id'])
    return status !== SHIPMENT_STATUS.draft && status !== SHIPMENT_STATUS.cancelled
  },
  lockOf: (record) => {
    const status = Number(record['status_id'])
    if (status === SHIPMENT_STATUS.draft) return undefined
    const isOver = status === SHIPMENT_STATUS.finalized || status === SHIPMENT_STATUS.cancelled
    return isOver ? 'messages.shipment_finished' : 'messages.shipment_loaded'
  },
}
