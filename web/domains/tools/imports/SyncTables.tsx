import { Button } from '@mantine/core'
import { IconDatabaseSearch } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { syncDictionary } from '#core/domains/tools/calls.ts'
import { sql_fields } from '#core/domains/tools/sql_fields.ts'
import { sql_relationships } from '#core/domains/tools/sql_relationships.ts'
import { sql_tables } from '#core/domains/tools/sql_tables.ts'
import { request } from '#web/platform/calls/request.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'

/** Reads the database's own catalogue into the dictionary; a toast reports the result. */
export function SyncTables() {
  const { t } = useTranslation()
  const may = useMay()
  const client = useQueryClient()
  const sync = useMutation({
    mutationFn: () => request<typeof syncDictionary>('GET', '/sql/sync'),
    onSuccess: () =>
      Promise.all(
        [sql_tables, sql_fields, sql_relationships].map(({ name }) =>
          client.invalidateQueries({ queryKey: [name] }),
        ),
      ),
  })
  if (!may('developer_tools.update')) return null
  return (
    <Button
      variant="default"
      leftSection={<IconDatabaseSearch size={16} />}
      loading={sync.isPending}
      onClick={() => sync.mutate()}
    >
      {t('tools.sync')}
    </Button>
  )
}
