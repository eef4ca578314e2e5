/** The developer tools, in English. */
export const en = {
  sync: 'Read from the database',
}
