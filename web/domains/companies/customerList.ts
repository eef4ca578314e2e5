import { devices } from '#core/domains/devices/devices.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { permissionFor } from '#core/resources/definition.ts'
import { PlaceActions } from '#web/domains/devices/list/PlaceActions.tsx'
import type { ListKind } from '#web/resources/list/listKind.ts'
import { CustomerBalance, CustomerCard, CustomerTanks } from './CustomerCells.tsx'

const TANK_FIELDS = ['tank_count', 'worst_level', 'worst_percent', 'worst_source']
const MONEY_FIELDS = ['open_amount', 'overdue_amount']

/** The list of customers: adds tanks and balances to the standard. */
export const customerList: ListKind = {
  columns: {
    tanks: {
      text: 'records.customer_figures.fields.tank_count',
      needs: TANK_FIELDS,
      inFiles: TANK_FIELDS,
      isFor: ({ may }) => may(permissionFor(devices, 'read')),
      Cell: CustomerTanks,
    },
    balance: {
      text: 'records.customer_figures.fields.open_amount',
      needs: [...MONEY_FIELDS, 'currency_id'],
      inFiles: MONEY_FIELDS,
      isFor: ({ may }) => may(permissionFor(transaction_documents, 'read')),
      isNumeric: true,
      Cell: CustomerBalance,
    },
  },
  standard: ['company', 'account_number', 'tanks', 'balance', 'payment_term_id', 'parent_id'],
  Card: CustomerCard,
  cardNeeds: ['company', 'currency_id', ...TANK_FIELDS, ...MONEY_FIELDS],
  Actions: PlaceActions,
}
