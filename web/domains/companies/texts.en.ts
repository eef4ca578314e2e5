/** The screens of customers and their sites, in English. */
export const en = {
  gate_code: 'Gate code',
  gate_code_trace: 'Shown until you leave this screen. Your name is recorded in the history.',
  show_code: 'Show code',
  hide_code: 'Hide',
  copy: 'Copy',
  new_order: 'New order',
  whom_to_call: 'Contacts',
  nobody_to_call: 'No phone number or e-mail address yet.',
  worst_of_tanks: 'worst of {{count}} tanks',
  overdue: 'overdue',
}
