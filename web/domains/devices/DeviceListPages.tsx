import { Group, Pagination, Select, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/platform/useFormat.ts'
import type { DeviceListView } from './useDeviceListView.ts'

const SIZES = ['10', '25', '50', '100']

/** Where one is in the list, and how many rows a page has. */
export function DeviceListPages({ view, total }: { view: DeviceListView; total: number }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const pages = Math.max(1, Math.ceil(total / view.pageSize))
  const from = (view.page - 1) * view.pageSize + 1
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="dimmed">
        {t('devices.rows', {
          from: number(from),
          to: number(Math.min(total, view.page * view.pageSize)),
          total: number(total),
        })}
      </Text>
      <Group gap="sm">
        <Select
          size="xs"
          w={80}
          aria-label={t('devices.page_size')}
          data={SIZES}
          allowDeselect={false}
          value={String(view.pageSize)}
          onChange={(size) => {
            view.setPageSize(Number(size))
            view.change({ page: null })
          }}
        />
        {pages > 1 && (
          <Pagination
            size="sm"
            total={pages}
            value={view.page}
            onChange={(page) => view.change({ page: page === 1 ? null : String(page) })}
            getControlProps={(control) => ({ 'aria-label': t(`devices.pages.${control}`) })}
            getItemProps={(page) => ({ 'aria-label': t('devices.pages.page', { page }) })}
          />
        )}
      </Group>
    </Group>
  )
}
