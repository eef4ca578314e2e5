import { Group, NativeSelect, Text } from '@mantine/core'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { PageNavigation } from '#web/ui/PageNavigation.tsx'
import { type ListState, PAGE_SIZES } from './useListState.ts'
import { type Total, useTotal } from './useTotal.ts'

interface ListPagesProps {
  state: ListState
  found: Total
}

/** The current page of a list, and the number of rows per page. */
export function ListPagination({ state, found }: ListPagesProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const totalText = useTotal()
  const { total, isMore } = found
  const pages = Math.max(1, Math.ceil(total / state.pageSize))
  const from = (state.page - 1) * state.pageSize + 1
  const to = Math.min(total, state.page * state.pageSize)
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="dimmed">
        {t('resources.rows', {
          from: number(from),
          to: number(to),
          total: totalText(found),
        })}
        {isMore && ` · ${t('resources.narrow')}`}
      </Text>
      <Group gap="sm">
        <NativeSelect
          size="xs"
          w={80}
          aria-label={t('resources.page_size')}
          data={[...new Set([...PAGE_SIZES, String(state.pageSize)])]}
          value={String(state.pageSize)}
          onChange={(event) => state.setPageSize(Number(event.currentTarget.value))}
        />
        <PageNavigation
          pages={pages}
          page={state.page}
          onChange={(page) => state.change({ page_num: page === 1 ? null : String(page) })}
        />
      </Group>
    </Group>
  )
}
