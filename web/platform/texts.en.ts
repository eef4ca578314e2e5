/** What the browser says by itself, in English. */
export const en = {
  close: 'Close',
  error: { unreachable: 'The server does not answer. What you typed is still here; please try again.' },
}
