/** More rows of a record than anybody looks through are a mistake of the sender. */
export const MOST_DETAILS = 500
