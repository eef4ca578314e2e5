import i18next from 'i18next'
import { lazy } from 'react'
import { CHARGES } from '#core/domains/orders/charges.ts'
import { hasDraftNumber } from '#core/domains/orders/documentNumber.ts'
import { DOCUMENT_STATUS, documentStatuses } from '#core/domains/orders/documentStatus.ts'
import { INTERNAL_FIELDS, isSentInvoice } from '#core/domains/orders/figuresLeave.ts'
import { mayDecideOrders } from '#core/domains/orders/ordering.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { Resource } from '#core/resources/definition.ts'
import { isFinal } from '#core/resources/statuses/statuses.ts'
import type { OrderRecord } from '#web/domains/orders/orderRecord.ts'
import { contactsTab, notesTab } from '#web/domains/people/contacts/contactTabs.tsx'
import type { Kinds } from '#web/resources/kind.ts'
import type { ListKind } from '#web/resources/list/listKind.ts'
import { openList } from '#web/resources/list/openList.ts'
import type { RecordKind, RecordLock } from '#web/resources/record/recordKind.ts'
import {
  ORDER_CARD_FIELDS,
  ORDER_FIGURES,
  OrderCard,
  OrderDue,
  OrderNumber,
  OrderPlace,
  OrderQuantity,
  OrderStatus,
} from './OrderCard.tsx'

type Input = NonNullable<RecordKind['inputs']>[string]
type OrderInputs = typeof import('./orderInputs.tsx')

/** The inputs of orders load with the first shown order. */
function orderInput(name: keyof OrderInputs): Input {
  return lazy(() => import('./orderInputs.tsx').then((m) => ({ default: m[name] })))
}
const ChargeInput = orderInput('ChargeInput')
const CustomerInput = orderInput('CustomerInput')
const TankInput = orderInput('TankInput')
const CreditReasonInput = orderInput('CreditReasonInput')
const DiscountInput = orderInput('DiscountInput')
const DocumentTypeInput = orderInput('DocumentTypeInput')
const VendorInput = orderInput('VendorInput')
const WishedDateInput = orderInput('WishedDateInput')
const ShippingAddressInput = orderInput('ShippingAddressInput')
const BillingAddressInput = orderInput('BillingAddressInput')

function orderAddress(name: keyof typeof import('./AddressText.tsx')) {
  return lazy(() => import('./AddressText.tsx').then((m) => ({ default: m[name] })))
}

/** The form of a customer who orders: a tank, a day, a number and a note. */
const orderingForm: Resource = {
  ...transaction_documents,
  form: [{ section: 'order', fields: ['device_id', 'wished_date', 'customer_po', 'comments'] }],
}

const INPUTS = {
  credit_reason: CreditReasonInput,
  ...Object.fromEntries(CHARGES.map((name) => [name, ChargeInput])),
  discount: DiscountInput,
  document_type: DocumentTypeInput,
  vendor_id: VendorInput,
  wished_date: WishedDateInput,
  shipping_address_id: ShippingAddressInput,
  billing_address_id: BillingAddressInput,
}

/** Fields of an order that a phone call settles, in addition to its lines. */
const PHONE_FIELDS = ['company_id', 'device_id', 'credit_reason', 'wished_date', 'comments']

const withoutPhoneFields = ({ section, fields }: { section: string; fields: readonly string[] }) => ({
  section: section === 'order' ? 'details' : section,
  fields: fields.filter((name) => !PHONE_FIELDS.includes(name)),
})
const OTHER_SECTIONS = transaction_documents.form.map(withoutPhoneFields)

/** The form of the office, in the order of a phone call: customer, tank, quantity and price in the lines, day. */
const phoneForm: Resource = {
  ...transaction_documents,
  form: [
    { section: 'order', fields: PHONE_FIELDS.slice(0, 3) },
    { section: 'delivery', fields: PHONE_FIELDS.slice(3) },
    ...OTHER_SECTIONS,
  ],
}

const orderKind: RecordKind<OrderRecord> = {
  titleOf: (record) =>
    hasDraftNumber(record) ? i18next.t('orders.draft', { id: record.document_id }) : undefined,
  facts: [
    // The last field is left out if all others are known: an order has a wished day, an invoice a due date.
    ...['company_id', 'device_id', 'wished_date', 'document_date'],
    ...['grand_total', 'balance', 'due_date'],
  ],
  readAs: {
    // The head names the type, and the totals their charges and currency.
    ...Object.fromEntries(CHARGES.map((name) => [name, null])),
    document_type: null,
    discount_type: null,
    currency_id: null,
    shipping: orderAddress('ShippingAddress'),
    billing: orderAddress('BillingAddress'),
  },
  tabs: [contactsTab(transaction_documents), notesTab(transaction_documents)],
  Header: lazy(() => import('./OrderHead.tsx').then((m) => ({ default: m.OrderHead }))),
  inputs: INPUTS,
  Inside: lazy(() => import('./lines/OrderLines.tsx').then((m) => ({ default: m.OrderLines }))),
  Aside: lazy(() => import('./OrderAside.tsx').then((m) => ({ default: m.OrderAside }))),
}

const isPermanent = (record: OrderRecord) =>
  record.locked === 1 || (isSentInvoice(record) && record.status_id !== DOCUMENT_STATUS.void)

const officeKind: RecordKind<OrderRecord> = {
  ...orderKind,
  formOf: (isNew) => (isNew ? phoneForm : undefined),
  seldom: OTHER_SECTIONS.flatMap(({ fields }) => fields),
  inputs: { ...INPUTS, company_id: CustomerInput, device_id: TankInput },
  lockOf: (record) => ({ ...officeLock(record), isPermanent: isPermanent(record) }),
}

function officeLock(record: OrderRecord): RecordLock | undefined {
  if (record.locked === 1)
    return { why: 'messages.order_locked', open: lacksPrices(record) ? ['details'] : undefined }
  return isFixedAsSent(record) ? { why: 'messages.sent_is_fixed', open: INTERNAL_FIELDS } : undefined
}

const customersKind: RecordKind<OrderRecord> = {
  ...orderKind,
  formOf: () => orderingForm,
  lockOf: (record) => ({ ...lockOfOrdered(record), isPermanent: isPermanent(record) }),
}

/** How the screen of an order differs for a user. */
export function orderKindFor(user: Parameters<typeof mayDecideOrders>[0]): RecordKind<OrderRecord> {
  return mayDecideOrders(user) ? officeKind : customersKind
}

/** An order on a shipment with lines that lack a price: prices can be added until it is final. */
function lacksPrices({ document_type, unpriced, status_id }: OrderRecord): boolean {
  return document_type === 'sales_order' && unpriced === 1 && !isFinal(documentStatuses, status_id)
}

/** An invoice that was sent and is not final. */
function isFixedAsSent(record: OrderRecord): boolean {
  return isSentInvoice(record) && !isFinal(documentStatuses, record.status_id)
}

/** An approved order is changed on request only. */
function lockOfOrdered(record: OrderRecord): RecordLock | undefined {
  if (record.locked === 1) return { why: 'messages.order_locked' }
  const isOrder = record.document_type === 'sales_order'
  const isNew = isOrder && Number(record.status_id) === DOCUMENT_STATUS.new
  // Customers only read other documents, and expect nothing else.
  return isNew && record.approved !== 1 ? undefined : { why: isOrder ? 'messages.order_in_hand' : '' }
}

const orderList: ListKind = {
  ...openList,
  columns: {
    document_number: {
      text: 'records.transaction_documents.fields.document_number',
      sort: 'document_number',
      needs: ['document_number', 'company_id', 'seller_id'],
      Cell: OrderNumber,
    },
    place: {
      text: 'orders.customer_and_tank',
      sort: 'company_id',
      needs: ['company_id', 'line_place', 'line_products'],
      inFiles: ['company_id', 'device_id'],
      Cell: OrderPlace,
    },
    status_id: {
      text: 'records.transaction_documents.fields.status_id',
      sort: 'status_id',
      needs: ['status_id', 'wished_date'],
      inFiles: ['status_id'],
      Cell: OrderStatus,
    },
    due_date: {
      text: 'records.transaction_documents.fields.due_date',
      sort: 'due_date',
      needs: ['due_date', 'document_type'],
      inFiles: ['due_date'],
      Cell: OrderDue,
    },
    quantity: {
      text: 'records.transaction_document_details.fields.quantity',
      needs: ORDER_FIGURES,
      inFiles: ORDER_FIGURES,
      isNumeric: true,
      Cell: OrderQuantity,
    },
  },
  // The number begins with the type, and the tabs above name it.
  standard: [
    'document_number',
    'place',
    'quantity',
    'status_id',
    'document_date',
    'due_date',
    'grand_total',
    'balance',
  ],
  Card: OrderCard,
  cardNeeds: ORDER_CARD_FIELDS,
  Above: lazy(() => import('./OrderTypes.tsx').then((m) => ({ default: m.OrderTypes }))),
}

export const kinds: Kinds = {
  [transaction_documents.name]: {
    list: orderList,
    record: ({ login_type_id, only_buys }) => orderKindFor({ loginType: login_type_id, onlyBuys: only_buys }),
  },
}
