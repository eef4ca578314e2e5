import { Button, Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus, IconSearchOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { devices } from '#core/domains/devices/devices.ts'
import { useMay } from '#web/platform/session.tsx'
import { useFormat } from '#web/platform/useFormat.ts'
import { useKept } from '#web/platform/useKept.ts'
import { Failure } from '#web/resources/Failure.tsx'
import { ListExport } from '#web/resources/ListExport.tsx'
import { Nothing } from '#web/resources/Nothing.tsx'
import { queryText, useDevices } from '#web/resources/tank/useDevices.ts'
import { ColumnChoice } from './ColumnChoice.tsx'
import { DeviceCards } from './DeviceCards.tsx'
import { DeviceFilters } from './DeviceFilters.tsx'
import { DeviceListMap } from './DeviceListMap.tsx'
import { DeviceListPages } from './DeviceListPages.tsx'
import { DeviceTable, DeviceTableSkeleton } from './DeviceTable.tsx'
import { type ColumnName, STANDARD_COLUMNS } from './deviceColumns.tsx'
import { type DeviceListView, useDeviceListView } from './useDeviceListView.ts'

const PHONE = '(max-width: 48em)'

/** All devices that one may see, with their tanks: searched, filtered, sorted, as a table, as cards or on the map. */
export function DeviceListScreen() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const may = useMay()
  const view = useDeviceListView()
  const [columns, setColumns] = useKept<ColumnName[]>('devices.columns', [...STANDARD_COLUMNS])
  const found = useDevices(view.query, !view.isMap)
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Group gap="sm" align="baseline">
          <Title order={1}>{t('records.devices.label')}</Title>
          {found.data && !view.isMap && (
            <Text size="sm" c="dimmed" aria-live="polite">
              {number(found.data.page.total_records)}
            </Text>
          )}
        </Group>
        {may('devices.create') && (
          <Button component={Link} to="/devices/profile" leftSection={<IconPlus size={16} />}>
            {t('devices.new')}
          </Button>
        )}
      </Group>
      <Group justify="space-between" gap="sm" align="flex-start">
        <DeviceFilters view={view} />
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={t('devices.view')}
            value={view.isMap ? 'map' : 'table'}
            onChange={(value) => view.change({ view: value === 'map' ? 'map' : null })}
            data={[
              { value: 'table', label: t('devices.table') },
              { value: 'map', label: t('devices.map') },
            ]}
          />
          <ColumnChoice chosen={columns} onChange={setColumns} />
          <ListExport
            resource={devices}
            asked={Object.fromEntries(new URLSearchParams(queryText(view.query)))}
          />
        </Group>
      </Group>
      {view.isMap ? <DeviceListMap view={view} /> : <Rows view={view} found={found} columns={columns} />}
    </Stack>
  )
}

interface RowsProps {
  view: DeviceListView
  found: ReturnType<typeof useDevices>
  columns: readonly ColumnName[]
}

function Rows({ view, found, columns }: RowsProps) {
  const { t } = useTranslation()
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  const { data, isError, refetch, isPlaceholderData } = found
  if (isError && !data) return <Failure onRetry={refetch} />
  if (!data) return <DeviceTableSkeleton rows={10} />
  if (data.devices.length === 0)
    return (
      <Paper>
        <Nothing Icon={IconSearchOff} title={t('devices.none_found')}>
          {(view.search || Object.keys(view.filters).length > 0) && (
            <Button
              variant="default"
              onClick={() =>
                view.change({
                  search: null,
                  ...Object.fromEntries(Object.keys(view.filters).map((name) => [name, null])),
                })
              }
            >
              {t('devices.clear_filters')}
            </Button>
          )}
        </Nothing>
      </Paper>
    )
  return (
    <Stack gap="sm" style={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
      {isPhone ? (
        <DeviceCards devices={data.devices} />
      ) : (
        <DeviceTable devices={data.devices} columns={columns} view={view} />
      )}
      <DeviceListPages view={view} total={data.page.total_records} />
    </Stack>
  )
}
