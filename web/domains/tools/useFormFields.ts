import { useQuery } from '@tanstack/react-query'
import type { listTableFields } from '#core/domains/tools/calls.ts'
import { kindOfForm } from '#core/domains/tools/formKinds.ts'
import { sql_fields } from '#core/domains/tools/sql_fields.ts'
import { sql_tables } from '#core/domains/tools/sql_tables.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { isText } from '#core/resources/fields/isText.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useOptions } from '#web/resources/useOptions.ts'
import { useResourceWithUserFields } from '#web/resources/userFields.tsx'

export interface KnownField extends Pick<TableField, 'name' | 'alias' | 'input_type' | 'rules' | 'fillable'> {
  field_id: number | null
}

/** The fields that a form over a table can use: the table's own, then those added by the installation. */
export function useFormFields(table: unknown, endpoint: unknown): KnownField[] {
  const { t } = useTranslation()
  const { data: own = [] } = useTableFields(table)
  const { data: tables = [] } = useOptions(sql_tables, Boolean(table))
  const name = tables.find(({ value }) => value === String(table))?.label
  const kind = useResourceWithUserFields(
    name ? kindOfForm(name, typeof endpoint === 'string' ? endpoint : null) : undefined,
  )
  const added = Object.entries(kind?.fields ?? {}).filter(([, field]) => field.isUserDefined)
  return [
    ...own,
    ...added.map(([key, field]) => ({
      field_id: null,
      name: key,
      alias: t(`records.${kind?.name}.fields.${key}`),
      // In the dictionary's format, like the table's own fields.
      input_type: isText(field) ? 'text' : field.kind,
      rules: field.required ? 'required' : null,
      fillable: 1,
    })),
  ]
}

type TableField = RecordOf<typeof sql_fields>

/** The fields of a table of the dictionary; none without a table. */
function useTableFields(table: unknown) {
  return useQuery({
    queryKey: [sql_fields.name, 'of_table', table],
    queryFn: reading<typeof listTableFields>('/sql/tables/:table_id/fields_with_raltionships', {
      params: { table_id: Number(table) },
    }),
    select: (response) => response.sql_fields,
    enabled: Boolean(table),
  })
}
