import { Group, Pagination, Select, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/platform/useFormat.ts'
import { type ListState, PAGE_SIZES } from './useListState.ts'

interface ListPagesProps {
  state: ListState
  total: number
  /** There are more than were counted. */
  isMore?: boolean
}

/** Where one is in a list, and how many rows a page has. */
export function ListPages({ state, total, isMore }: ListPagesProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const isSmall = useMediaQuery('(max-width: 48em)')
  const pages = Math.max(1, Math.ceil(total / state.pageSize))
  const from = (state.page - 1) * state.pageSize + 1
  const to = Math.min(total, state.page * state.pageSize)
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="dimmed">
        {t('resources.rows', {
          from: number(from),
          to: number(to),
          total: `${number(total)}${isMore ? '+' : ''}`,
        })}
        {isMore && ` · ${t('resources.narrow')}`}
      </Text>
      <Group gap="sm">
        <Select
          size="xs"
          w={80}
          aria-label={t('resources.page_size')}
          data={[...new Set([...PAGE_SIZES, String(state.pageSize)])]}
          allowDeselect={false}
          value={String(state.pageSize)}
          onChange={(size) => state.setPageSize(Number(size))}
        />
        {pages > 1 && (
          <Pagination
            size="sm"
            total={pages}
            siblings={isSmall ? 1 : 2}
            value={state.page}
            onChange={(page) => state.change({ page_num: page === 1 ? null : String(page) })}
            getControlProps={(control) => ({ 'aria-label': t(`resources.pages.${control}`) })}
            getItemProps={(page) => ({ 'aria-label': t('resources.page', { page }) })}
          />
        )}
      </Group>
    </Group>
  )
}
