import { useQuery } from '@tanstack/react-query'
import { sql_fields } from '#core/domains/tools/sql_fields.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { call } from '#web/platform/api.ts'

export type TableField = RecordOf<typeof sql_fields>

/** The fields of a table of the dictionary; none without a table. */
export function useTableFields(table: unknown) {
  return useQuery({
    queryKey: [sql_fields.name, 'of_table', table],
    queryFn: async ({ signal }) => {
      const path = `/sql/tables/${table}/fields_with_raltionships`
      return (await call<{ sql_fields: TableField[] }>('GET', path, undefined, { signal })).sql_fields
    },
    enabled: Boolean(table),
  })
}
