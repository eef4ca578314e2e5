/** Orders and what one does with them, in English. */
export const en = {
  add_line: 'Add a line',
  remove_line: 'Remove line {{number}}',
  line: 'Line {{number}}',
  no_lines: 'No products yet. Add the first line.',
  convert: 'Convert {{from}} to {{to}}',
  payments: 'Payments',
  no_payments: 'Nothing has been paid yet.',
  record_payment: 'Record payment',
  amount: 'Amount',
  method: 'Method',
  reference: 'Reference',
  reason: 'Reason',
  price_per: 'Price per {{unit}}',
  quantity_planned: 'Planned',
  quantity_delivered: 'delivered',
  quantity_invoiced: 'invoiced',
  reverse: 'Reverse',
  reverse_text:
    'The payment of {{amount}} stays in the list, struck through. The balance goes up by that amount.',
  reversed: 'reversed: {{reason}}',
  payment_date: 'Date',
  receive: 'Mark as received',
  receive_text: 'What is still missing arrived without a delivery of ours. It can then be billed.',
  close_short: 'Close short',
  close_short_text:
    'What was not delivered will not be. It can no longer be planned; what was delivered can be billed.',
}
