/** Maximum number of rows of a record. */
export const MOST_DETAILS = 500
