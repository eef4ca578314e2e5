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
}
