import type { ResourceTexts } from '#core/resources/texts.ts'
import type { subscriptions } from './subscriptions.ts'

export const en = {
  subscriptions: {
    label: 'Subscriptions',
    single: 'Subscription',
    fields: {
      plan_name: 'Plan',
      company_id: 'Company',
      device_id: 'Device',
      device_seats: 'Device seats',
      amount: 'Amount',
      term_length: 'Term',
      period_start: 'Period start',
      period_end: 'Period end',
      expired: 'Expired',
      paid: 'Paid',
      status: 'Status',
      stripe_subscription_id: 'Stripe subscription id',
      invoice_id: 'Invoice id',
      notes: 'Notes',
    },
    choices: { term_length: { 1: 'Monthly', 12: 'Yearly' } },
    sections: { plan: 'Plan', period: 'Period', payment: 'Payment', notes: 'Notes' },
    help: { period_end: 'The last day. Empty: calculated from the start and the term' },
  } satisfies ResourceTexts<typeof subscriptions>,
}
