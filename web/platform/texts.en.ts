/** Texts of the client itself, in English. */
export const en = {
  reason: 'Reason',
  close: 'Close',
  copy: 'Copy',
  done: 'Done',
  loading: 'Loading',
  no_number: 'Must be a number such as {{example}}',
  too_slow: 'This is taking longer than usual. Your connection may be slow.',
  load_again: 'Reload',
  copied: 'Copied to Clipboard.',
  not_copied: 'Error copying text.',
  error: {
    denied: 'Oops! Permission denied.',
    unreachable: 'The server is not responding. Your input is still here. Please try again.',
  },
}
