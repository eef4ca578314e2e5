/** The screens of money, in English. */
export const en = {
  refresh_rates: 'Refresh rates',
  full_numbers: 'The numbers in full',
  reveal_leaves_trace: 'They are shown until you leave this screen. Your name is recorded in the history.',
  reveal: 'Show the numbers in full',
  hide: 'Hide them again',
  copy: 'Copy',
}
