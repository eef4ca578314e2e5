import { STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import type { DateOrder } from '#core/resources/imports/readDate.ts'
import type { DecimalSign } from '#core/resources/imports/readNumber.ts'
import { IMPORTS } from '#core/resources/imports.ts'
import { defineStatuses, statusField } from '#core/resources/statuses.ts'

/** How far an import is. Each step is a call of its own, or the end of the work that one began. */
export const importStatuses = defineStatuses(
  {
    new: 'new',
    checking: 'checking',
    checked: 'checked',
    importing: 'importing',
    stopped: 'stopped',
    imported: 'imported',
    failed: 'failed',
    undoing: 'undoing',
    undone: 'undone',
  },
  {
    new: ['checking'],
    checking: ['checked', 'failed', 'new'],
    checked: ['importing', 'checking', 'new', 'undoing'],
    importing: ['imported', 'failed', 'stopped'],
    stopped: ['importing', 'checking', 'undoing'],
    imported: ['undoing', 'checking'],
    failed: ['checking', 'new', 'importing', 'undoing'],
    undoing: ['undone', 'failed'],
  },
  {
    field: 'status',
    first: 'new',
    done: ['imported', 'undone'],
    final: ['undone'],
    dropped: ['failed', 'undone'],
  },
)

/** What was read in from files, and how far each import is. Its own calls make, check, carry out, stop and undo one. */
export const data_import_logs = defineResource({
  name: IMPORTS,
  single: 'data_import_log',
  id: 'import_id',
  module: 'data_imports',
  loginTypes: STAFF,
  scope: 'shared',
  staysSmall: true,
  devicesBy: 'words',
  calls: ['list', 'read'],
  statuses: importStatuses,
  fields: {
    file_name: { kind: 'text', required: true, max: 255, computed: true },
    /** The kind of record that it makes. */
    resource: { kind: 'text', required: true, max: 65, computed: true },
    status: { ...statusField(importStatuses), computed: true },
    total_records: { kind: 'integer', required: true, default: 0, computed: true },
    good_records: { kind: 'integer', computed: true },
    /** Rows by what became of them, or would: of a file that was tried. */
    new_records: { kind: 'integer', required: true, default: 0, computed: true },
    changed_records: { kind: 'integer', required: true, default: 0, computed: true },
    same_records: { kind: 'integer', required: true, default: 0, computed: true },
    refused_records: { kind: 'integer', required: true, default: 0, computed: true },
    total_records_imported: { kind: 'integer', required: true, default: 0, computed: true },
    /** Rows that were done of those to do, while it is checked, imported or undone. */
    progress: { kind: 'integer', required: true, default: 0, computed: true },
    user_id: { kind: 'reference', to: 'users', computed: true },
    primary_table_id: { kind: 'reference', to: 'sql_tables', computed: true },
    imported_at: { kind: 'instant', computed: true },
    undone_at: { kind: 'instant', computed: true },
  },
  title: 'file_name',
  list: [
    'file_name',
    'resource',
    'status',
    'total_records',
    'total_records_imported',
    'user_id',
    'imported_at',
  ],

  search: ['file_name', 'resource'],
  filters: { status: null, resource: null },
  sort: '-created_at',
})

/** Hours in which an import can be undone. */
export const UNDO_HOURS = 24

/** Where in the file a field of the record stands, and how its values are read. */
export interface FieldMapping {
  /** The column, counted from 0; nothing where no column holds it and `default` says it for every row. */
  position: number | null
  table_field: string
  /** What a row says whose cell is empty. */
  default?: string | undefined
  /** What some values of the column mean: `{ NET30: 'Net 30' }`. */
  values?: Readonly<Record<string, string>> | undefined
  /** How figures and dates are written, where the file does not say it itself. */
  decimal?: DecimalSign | undefined
  dates?: DateOrder | undefined
}

/** What is wrong with one row of a file, counted as a spreadsheet counts. */
export interface RefusedRow {
  row: number
  errors: RefusedCell[]
}

export interface RefusedCell {
  field: string
  /** The column, where one stands for the field. */
  position: number | null
  message: string
  /** What stands there; of what is secret nothing. */
  value?: string | undefined
  /** What could stand there, where that is a short list. */
  choices?: string[] | undefined
}

/** What an import that was undone has left as it is, and why. */
export interface LeftRecord {
  kind: string
  id: number
  title: string
  why: string
}
