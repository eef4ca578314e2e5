import { defineResource } from '#core/resources/definition.ts'
import { ORDER_DECIDERS } from './ordering.ts'

/** Failures that a run lists; its counts have all. */
export const MAX_FAILURES = 200

const count = { kind: 'integer', required: true, default: 0, computed: true } as const

/** Billing runs: which deliveries a user billed at once, and the result. Separate calls start and undo them. */
export const billing_runs = defineResource({
  name: 'billing_runs',
  single: 'billing_run',
  id: 'billing_run_id',
  module: 'transaction_documents',
  loginTypes: ORDER_DECIDERS,
  scope: 'company',
  staysSmall: true,
  devicesBy: 'text',
  calls: ['list', 'read'],
  fields: {
    started_at: { kind: 'instant', required: true, computed: true },
    user_id: { kind: 'reference', required: true, computed: true, to: 'users' },
    company_id: { kind: 'reference', computed: true, to: 'companies' },
    status: { kind: 'choice', required: true, computed: true, of: ['running', 'done', 'undoing', 'undone'] },
    deliveries: count,
    /** Deliveries that it billed or refused so far. */
    done: count,
    invoices: count,
    refused: count,
    /** The sum of its invoices with taxes; null before its end, and if they are in several currencies. */
    total: { kind: 'money', computed: true, digits: 16 },
    currency_id: { kind: 'reference', computed: true, to: 'currencies' },
    mails: { kind: 'flag', required: true, default: 0, computed: true },
    mailed: count,
    finished_at: { kind: 'instant', computed: true },
    undone_at: { kind: 'instant', computed: true },
    undone_by: { kind: 'reference', computed: true, to: 'users' },
  },
  title: 'started_at',
  list: ['started_at', 'user_id', 'status', 'deliveries', 'invoices', 'refused', 'total'],
  search: [],
  filters: { status: null, user_id: null },
  sort: '-started_at',
})
