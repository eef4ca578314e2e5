/** What happens to a tank or an order in the order of time, in English. */
export const en = {
  title: 'Timeline',
  show: 'Show the timeline',
  now: 'Now',
  nothing: 'Nothing has happened yet',
  more: 'Show earlier ones',
  reversed: 'Taken back',
  kinds: {
    alert: 'Alert',
    order: 'Order {{number}}',
    load: 'Put on shipment {{number}}',
    stop: 'Delivery planned',
    stop_done: 'Delivered',
    stop_missed: 'Not delivered',
    ticket: 'Ticket {{number}}',
    rise: 'Level rose',
    invoice: 'Invoice {{number}}',
    payment: 'Payment of {{number}}',
    reorder: 'Expected down to {{percent}}',
    empty: 'Expected to be empty',
    due: 'Payment of {{number}} due',
  },
}
