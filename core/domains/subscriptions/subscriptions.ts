import { issueIf } from '#core/platform/issue.ts'
import { defineResource } from '#core/resources/definition.ts'
import { SUBSCRIBERS } from './subscribers.ts'

/** Months of a term: subscriptions are monthly or yearly. */
export const TERM_LENGTHS = [1, 12] as const

/** A company's subscription for monitoring its devices. */
export const subscriptions = defineResource({
  name: 'subscriptions',
  single: 'subscription',
  id: 'id',
  module: 'subscriptions',
  loginTypes: SUBSCRIBERS,
  scope: 'company',
  devicesBy: { field: 'device_id' },
  fields: {
    plan_name: { kind: 'text', max: 65 },
    company_id: { kind: 'reference', to: 'companies', own: true },
    device_id: {
      kind: 'reference',
      to: 'devices',
      // A company pays for its own devices, or for devices of a company below it.
      ofCompany: { field: 'company_id', reach: 'below' },
    },
    device_seats: { kind: 'integer', min: 0, max: 99_999 },
    amount: { kind: 'money', required: true, default: '0.000', digits: 11 },
    term_length: { kind: 'choice', required: true, of: TERM_LENGTHS },
    period_start: { kind: 'date', required: true },
    period_end: { kind: 'date', notBefore: { field: 'period_start' } },
    expired: { kind: 'date_passed', date: 'period_end', required: true, computed: true },
    paid: { kind: 'flag', default: 0 },
    status: { kind: 'text', max: 20 },
    stripe_subscription_id: { kind: 'text', max: 65 },
    invoice_id: { kind: 'text', max: 36 },
    notes: { kind: 'long_text', max: 65_535 },
  },
  title: 'plan_name',
  matchBy: [],
  list: [
    'company_id',
    'plan_name',
    'expired',
    'device_seats',
    'amount',
    'term_length',
    'period_start',
    'period_end',
    'paid',
    'status',
  ],
  search: ['plan_name', 'status', 'invoice_id', 'stripe_subscription_id'],
  filters: { expired: null, paid: null, company_id: null, device_id: null },
  form: [
    { section: 'plan', fields: ['plan_name', 'company_id', 'device_id', 'device_seats', 'status'] },
    { section: 'period', fields: ['term_length', 'period_start', 'period_end'] },
    { section: 'payment', fields: ['amount', 'paid', 'invoice_id', 'stripe_subscription_id'] },
    { section: 'notes', fields: ['notes'] },
  ],
  check: ({ company_id, amount }) => [
    ...issueIf(company_id === null, { field: 'company_id', rule: 'required' }),
    ...issueIf(amount != null && Number(amount) < 0, { field: 'amount', rule: 'not_negative' }),
  ],
})
