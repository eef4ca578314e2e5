import { STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import { IMPORTS } from '#core/resources/imports.ts'
import { defineStatuses, statusField } from '#core/resources/statuses.ts'

/** How far an import is. Each step is a call of its own, or the end of the work that one began. */
export const importStatuses = defineStatuses(
  {
    new: 'new',
    checking: 'checking',
    checked: 'checked',
    importing: 'importing',
    imported: 'imported',
    failed: 'failed',
    undone: 'undone',
  },
  {
    new: ['checking'],
    checking: ['checked', 'failed'],
    checked: ['importing', 'checking', 'new'],
    importing: ['imported', 'failed'],
    imported: ['undone'],
    failed: ['checking', 'new'],
  },
  {
    field: 'status',
    first: 'new',
    done: ['imported', 'undone'],
    final: ['undone'],
    dropped: ['failed', 'undone'],
  },
)

/** What was read in from files, and how far each import is. Its own calls make, check, carry out and undo one. */
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
    total_records_imported: { kind: 'integer', required: true, default: 0, computed: true },
    /** Records that were done of those to do, while it is checked or imported. */
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

/** Where in the file a field of the record stands. */
export interface FieldMapping {
  /** The column, counted from 0. */
  position: number
  table_field: string
}

/** What is wrong with one row of a file, counted as a spreadsheet counts: the headings are row 1. */
export interface RefusedRow {
  row: number
  errors: RefusedCell[]
}

export interface RefusedCell {
  field: string
  /** The column, where one stands for the field. */
  position: number | null
  message: string
}
