/** Payment methods without a payment provider. Cards need one, and none is connected. */
export const PAYMENT_METHODS = ['cash', 'check', 'transfer'] as const
