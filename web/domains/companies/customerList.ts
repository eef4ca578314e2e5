import { devices } from '#core/domains/devices/devices.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { permissionFor } from '#core/resources/definition.ts'
import { PlaceActions } from '#web/domains/devices/list/PlaceActions.tsx'
import type { ListKind } from '#web/resources/list/listKind.ts'
import { CustomerBalance, CustomerCard, CustomerTanks } from './CustomerCells.tsx'

const OF_TANKS = ['tank_count', 'worst_level', 'worst_percent', 'worst_source']
const OF_MONEY = ['open_amount', 'overdue_amount']

/** The list of customers: adds tanks and balances to the standard. */
export const customerList: ListKind = {
  columns: {
    tanks: {
      text: 'records.customer_figures.fields.tank_count',
      needs: OF_TANKS,
      inFiles: OF_TANKS,
      isFor: ({ may }) => may(permissionFor(devices, 'read')),
      Cell: CustomerTanks,
    },
    balance: {
      text: 'records.customer_figures.fields.open_amount',
      needs: [...OF_MONEY, 'currency_id'],
      inFiles: OF_MONEY,
      isFor: ({ may }) => may(permissionFor(transaction_documents, 'read')),
      isNumeric: true,
      Cell: CustomerBalance,
    },
  },
  standard: ['company', 'account_number', 'tanks', 'balance', 'payment_term_id', 'parent_id'],
  Card: CustomerCard,
  cardNeeds: ['company', 'currency_id', ...OF_TANKS, ...OF_MONEY],
  Actions: PlaceActions,
}
