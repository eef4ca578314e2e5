/** The kind of record that tells of what was read in from a file: the lists of all kinds lead there. */
export const IMPORTS = 'data_import_logs'

/** Rows that one file can hold. */
export const MOST_IMPORTED = 100_000
