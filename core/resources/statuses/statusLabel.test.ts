import { expect, test } from 'vitest'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { registry } from '#core/registry.ts'
import type { Resource } from '#core/resources/definition.ts'
import { en } from '#core/texts.en.ts'
import { es } from '#core/texts.es.ts'
import { statusLabel } from './statusLabel.ts'

type Texts = { [name: string]: Texts } | string

const textOf = (keys: readonly string[]) =>
  keys
    .map((key) => key.split('.').reduce<any>((texts: Texts, part) => (texts as any)?.[part], en))
    .find((text) => text !== undefined)

function labelFor(
  loginType: LoginType,
  resource: Resource,
  value: unknown,
  record?: object,
  permissions: string[] = [],
  onlyBuys = false,
) {
  const reader = { loginType, onlyBuys, may: (permission: string) => permissions.includes(permission) }
  return statusLabel(resource, value, { reader, record: record as never, textOf })
}

test('customers read the plain labels of the statuses of documents, which depend on the type', () => {
  const documents = ['transaction_documents.update']
  const order = { document_type: 'sales_order' }
  const invoice = { document_type: 'invoice' }
  const { new: created, draft, open, sent } = DOCUMENT_STATUS
  // Only the office takes the steps of documents, even if a customer may change some fields.
  expect(labelFor('customer', transaction_documents, created, order, documents)).toBe('Requested')
  expect(labelFor('customer', transaction_documents, draft, order)).toBe('Being prepared')
  expect(labelFor('customer_readonly', transaction_documents, open, invoice)).toBe('To pay')
  expect(labelFor('customer', transaction_documents, open, order)).toBe('Delivered in part')
  // A filter covers all types.
  expect(labelFor('customer', transaction_documents, sent)).toBe('Sent to you / Sent / To pay / Available')
  expect(labelFor('csr', transaction_documents, open, order)).toBe('Partly delivered')
  const { partially_billed } = DOCUMENT_STATUS
  expect(labelFor('csr', transaction_documents, partially_billed, invoice)).toBe('Partially paid')
  expect(labelFor('csr', transaction_documents, partially_billed)).toBe('Partially billed')
})

test('users of a company that only buys read them too, except for rounds, which they plan: there they read the office’s', () => {
  const permissions = ['transaction_documents.update', 'shipment_planners.update']
  const order = { document_type: 'sales_order' }
  expect(labelFor('csr', transaction_documents, DOCUMENT_STATUS.new, order, permissions, true)).toBe(
    'Requested',
  )
  expect(labelFor('dispatcher', shipment_planners, SHIPMENT_STATUS.draft, {}, permissions, true)).toBe(
    'Draft',
  )
})

test('a customer who changes shipments reads the labels of the office', () => {
  const { draft } = SHIPMENT_STATUS
  expect(labelFor('customer', shipment_planners, draft)).toBe('Being planned')
  expect(labelFor('customer', shipment_planners, draft, {}, ['shipment_planners.update'])).toBe('Draft')
})

const kinds: readonly Resource[] = Object.values(registry)
const labelled = kinds.flatMap(({ name, statuses }) =>
  [en, es].flatMap(({ records }) => {
    const labels = (records as Record<string, { customer_words?: Record<string, object> }>)[name]
      ?.customer_words
    return statuses && labels ? [{ name, statuses, labels }] : []
  }),
)

test.each(labelled)('$name has a plain label for every status', ({ statuses, labels }) => {
  expect(Object.keys(labels['all'] ?? {}).toSorted()).toEqual(statuses.values.map(String).toSorted())
})
