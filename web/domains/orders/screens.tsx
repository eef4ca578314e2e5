import { IconFileInvoice } from '@tabler/icons-react'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { ORDER_DECIDERS } from '#core/domains/orders/ordering.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { pathOf } from '#core/resources/definition.ts'
import { type Screen, standardScreens } from '#web/resources/screen.ts'

export const screens: readonly Screen[] = [
  standardScreens(transaction_documents, {
    path: '/orders',
    single: '/order/:id?',
    icon: IconFileInvoice,
    // What somebody has ordered and nobody has approved yet.
    waits: {
      kind: transaction_documents.name,
      path: pathOf(transaction_documents),
      query: { status_id: String(DOCUMENT_STATUS.new), document_type: 'sales_order' },
      of: ORDER_DECIDERS,
    },
    menu: { group: 'sales', position: 10, userTypes: ['employee'] },
  }),
]
