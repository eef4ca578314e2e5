import { IconFileInvoice } from '@tabler/icons-react'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { type Screen, standardScreens } from '#web/resources/screen.ts'

export const screens: readonly Screen[] = [
  standardScreens(transaction_documents, {
    path: '/orders',
    single: '/order/:id?',
    icon: IconFileInvoice,
    menu: { position: 60, userTypes: ['employee'] },
  }),
]
