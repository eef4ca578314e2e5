import { STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import type { DateOrder } from '#core/resources/imports/readDate.ts'
import type { DecimalSign } from '#core/resources/imports/readNumber.ts'
import { IMPORTS } from '#core/resources/imports.ts'
import { defineStatuses, statusField } from '#core/resources/statuses/statuses.ts'

/** The status of an import. Each step is a separate call, or the end of the work that one began. */
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

/** Imports of files, with their progress. Their own calls create, check, run, stop and undo them. */
export const data_import_logs = defineResource({
  name: IMPORTS,
  single: 'data_import_log',
  id: 'import_id',
  module: 'data_imports',
  loginTypes: STAFF,
  scope: 'shared',
  staysSmall: true,
  devicesBy: 'text',
  calls: ['list', 'read'],
  statuses: importStatuses,
  fields: {
    file_name: { kind: 'text', required: true, max: 255, computed: true },
    /** The kind of record that it creates. */
    resource: { kind: 'text', required: true, max: 65, computed: true },
    status: { ...statusField(importStatuses), computed: true },
    total_records: { kind: 'integer', required: true, default: 0, computed: true },
    good_records: { kind: 'integer', computed: true },
    /** Number of rows by outcome; for a file that was only checked, by expected outcome. */
    new_records: { kind: 'integer', required: true, default: 0, computed: true },
    changed_records: { kind: 'integer', required: true, default: 0, computed: true },
    same_records: { kind: 'integer', required: true, default: 0, computed: true },
    refused_records: { kind: 'integer', required: true, default: 0, computed: true },
    total_records_imported: { kind: 'integer', required: true, default: 0, computed: true },
    /** Number of rows processed while it is checked, imported or undone. */
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

/** The column of a field in a file, and how to read its values. */
export interface FieldMapping {
  /** The column, counted from 0; null if there is none and `default` applies to every row. */
  position: number | null
  table_field: string
  /** Value of an empty cell. */
  default?: string | undefined
  /** Meaning of some values of the column: `{ NET30: 'Net 30' }`. */
  values?: Readonly<Record<string, string>> | undefined
  /** Formats of figures and dates, if the file does not determine them. */
  decimal?: DecimalSign | undefined
  dates?: DateOrder | undefined
}

/** Issues of a row of a file, numbered as in a spreadsheet. */
export interface RefusedRow {
  row: number
  errors: RefusedCell[]
}

export interface RefusedCell {
  field: string
  /** The column of the field, if it has one. */
  position: number | null
  message: string
  /** The value of the cell; omitted if secret. */
  value?: string | undefined
  /** Valid values, if there are few. */
  choices?: string[] | undefined
}

/** A record that undoing an import left unchanged, with the reason. */
export interface LeftRecord {
  kind: string
  id: number
  title: string
  why: string
}
