/** The screens of money, in English. */
export const en = {
  refresh_rates: 'Refresh rates',
  full_numbers: 'Full numbers',
  reveal_leaves_trace: 'They are shown until you leave this screen. Your name is recorded in the history.',
  reveal: 'Show full numbers',
  hide: 'Hide',
  copy: 'Copy',
}
