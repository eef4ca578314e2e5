import { lazy } from 'react'
import { sql_fields } from '#core/domains/tools/sql_fields.ts'
import { sql_relationships } from '#core/domains/tools/sql_relationships.ts'
import { RelatedList } from '#web/resources/list/RelatedList.tsx'
import type { RecordKind } from '#web/resources/record/recordKind.ts'

/** A table of the database with its fields. */
export const tableKind: RecordKind = {
  tabs: [
    {
      name: 'fields',
      text: 'records.sql_fields.label',
      Panel: ({ record }) => (
        <RelatedList resource={sql_fields} by="table_id" id={String(record['table_id'])} />
      ),
    },
  ],
}

/** A field of a table with what it points at. */
export const fieldKind: RecordKind = {
  tabs: [
    {
      name: 'relationships',
      text: 'records.sql_relationships.label',
      Panel: ({ record }) => (
        <RelatedList resource={sql_relationships} by="field_id" id={String(record['field_id'])} />
      ),
    },
  ],
}

/** A form: what it asks for, and how it looks to who fills it in. */
export const formKind: RecordKind = {
  Inside: lazy(() => import('#web/domains/tools/FormFields.tsx').then((m) => ({ default: m.FormFields }))),
  tabs: [
    {
      name: 'preview',
      text: 'tools.preview',
      Panel: lazy(() =>
        import('#web/domains/tools/FormPreview.tsx').then((m) => ({ default: m.FormPreview })),
      ),
    },
  ],
}
