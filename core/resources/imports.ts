/** The kind of record of imported files, which the lists of all kinds link to. */
export const IMPORTS = 'data_import_logs'

/** Maximum number of rows of a file. */
export const MAX_IMPORT_ROWS = 100_000
