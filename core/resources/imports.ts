/** The kind of record that tells of what was read in from a file: the lists of all kinds lead there. */
export const IMPORTS = 'data_import_logs'

/** Records that one file can hold: so many are made in one transaction without holding others up for long. */
export const MOST_IMPORTED = 5000
