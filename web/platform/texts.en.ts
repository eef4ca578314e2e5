/** What the browser says by itself, in English. */
export const en = {
  close: 'Close',
  copied: 'Copied to Clipboard.',
  not_copied: 'Error copying text.',
  error: {
    denied: 'Oops! Permission denied.',
    unreachable: 'The server does not answer. What you typed is still here; please try again.',
  },
}
