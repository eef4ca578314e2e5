import { lazy } from 'react'
import { data_import_logs } from '#core/domains/tools/data_import_logs.ts'
import { forms } from '#core/domains/tools/forms.ts'
import { sql_fields } from '#core/domains/tools/sql_fields.ts'
import { sql_relationships } from '#core/domains/tools/sql_relationships.ts'
import { sql_tables } from '#core/domains/tools/sql_tables.ts'
import type { Kinds } from '#web/resources/kind.ts'
import { RelatedList } from '#web/resources/list/RelatedList.tsx'
import type { RecordKind } from '#web/resources/record/recordKind.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'

const newImport = lazy(() => import('./imports/NewImport.tsx').then((m) => ({ default: m.NewImport })))
const syncTables = lazy(() => import('./imports/SyncTables.tsx').then((m) => ({ default: m.SyncTables })))

/** A table of the database with its fields. */
const tableKind: RecordKind<ShownRecord<typeof sql_tables>> = {
  tabs: [
    {
      name: 'fields',
      text: 'records.sql_fields.label',
      Panel: ({ record }) => <RelatedList resource={sql_fields} by="table_id" id={String(record.table_id)} />,
    },
  ],
}

/** A field of a table with the target of its reference. */
const fieldKind: RecordKind<ShownRecord<typeof sql_fields>> = {
  tabs: [
    {
      name: 'relationships',
      text: 'records.sql_relationships.label',
      Panel: ({ record }) => (
        <RelatedList resource={sql_relationships} by="field_id" id={String(record.field_id)} />
      ),
    },
  ],
}

/** A form: its fields, and a preview. */
const formKind: RecordKind = {
  Inside: lazy(() => import('./FormFields.tsx').then((m) => ({ default: m.FormFields }))),
  tabs: [
    {
      name: 'preview',
      text: 'tools.preview',
      Panel: lazy(() => import('./FormPreview.tsx').then((m) => ({ default: m.FormPreview }))),
    },
  ],
}

export const kinds: Kinds = {
  [forms.name]: { record: formKind },
  [data_import_logs.name]: { list: { Actions: newImport } },
  [sql_tables.name]: { list: { Actions: syncTables }, record: tableKind },
  [sql_fields.name]: { record: fieldKind },
}
