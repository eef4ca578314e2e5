import { useQuery } from '@tanstack/react-query'
import type { listTableFields } from '#core/domains/tools/calls.ts'
import { sql_fields } from '#core/domains/tools/sql_fields.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { request } from '#web/platform/calls/request.ts'

export type TableField = RecordOf<typeof sql_fields>

/** The fields of a table of the dictionary; none without a table. */
export function useTableFields(table: unknown) {
  return useQuery({
    queryKey: [sql_fields.name, 'of_table', table],
    queryFn: async ({ signal }) => {
      const path = '/sql/tables/:table_id/fields_with_raltionships'
      const input = { params: { table_id: Number(table) }, signal }
      return (await request<typeof listTableFields>('GET', path, input)).sql_fields
    },
    enabled: Boolean(table),
  })
}
