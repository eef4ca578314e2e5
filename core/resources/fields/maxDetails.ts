/** Maximum number of rows of a record. */
export const MAX_DETAILS = 500
