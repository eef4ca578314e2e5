import { Paper, Skeleton, Stack, Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { DeviceRow } from '#web/resources/tank/DeviceRow.ts'
import styles from './DeviceTable.module.css'
import { COLUMN_NAMES, type ColumnName, columnOf } from './deviceColumns.tsx'
import type { DeviceListView } from './useDeviceListView.ts'

interface DeviceTableProps {
  devices: readonly DeviceRow[]
  columns: readonly ColumnName[]
  view: DeviceListView
}

/** Devices as rows. Arrows walk through them, Enter opens one. */
export function DeviceTable({ devices, columns, view }: DeviceTableProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [active, setActive] = useState(0)
  const shown = COLUMN_NAMES.filter((name) => name === 'device' || columns.includes(name))
  const current = Math.min(active, devices.length - 1)
  const open = (device: DeviceRow) => void navigate(`/devices/profile/${device.device_id}`)
  return (
    <Paper className={styles.frame}>
      <Table highlightOnHover verticalSpacing="xs" aria-label={t('records.devices.label')}>
        <Table.Thead>
          <Table.Tr>
            {shown.map((name) => (
              <Heading key={name} name={name} view={view} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody onKeyDown={walk}>
          {devices.map((device, index) => (
            <Table.Tr
              key={device.device_id}
              className={styles.row}
              tabIndex={index === current ? 0 : -1}
              onFocus={() => setActive(index)}
              onClick={(event) => {
                if (!(event.target as Element).closest('a, button')) open(device)
              }}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && event.target === event.currentTarget) open(device)
              }}
            >
              {shown.map((name) => (
                <Table.Td key={name}>{columnOf(name).cell(device)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

const STEPS: Readonly<Record<string, (row: number, rows: number) => number>> = {
  ArrowDown: (row, rows) => Math.min(row + 1, rows - 1),
  ArrowUp: (row) => Math.max(row - 1, 0),
  Home: () => 0,
  End: (_, rows) => rows - 1,
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  if (!step) return
  const rows = [...event.currentTarget.children] as HTMLElement[]
  const at = rows.findIndex((row) => row.contains(event.target as Node))
  event.preventDefault()
  rows[step(at, rows.length)]?.focus()
}

function Heading({ name, view }: { name: ColumnName; view: DeviceListView }) {
  const { t } = useTranslation()
  const { text, sort } = columnOf(name)
  if (!sort) return <Table.Th scope="col">{t(text)}</Table.Th>
  const isUp = view.sort === sort
  const isDown = view.sort === `-${sort}`
  const Icon = isUp ? IconArrowUp : isDown ? IconArrowDown : IconArrowsSort
  return (
    <Table.Th scope="col" aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}>
      <UnstyledButton
        className={styles.sort}
        data-is-sorted={isUp || isDown || undefined}
        onClick={() => view.change({ sort: isUp ? `-${sort}` : sort })}
      >
        {t(text)}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  )
}

/** The shape of the list while it is on its way. */
export function DeviceTableSkeleton({ rows }: { rows: number }) {
  return (
    <Paper p="sm">
      <Stack gap="sm">
        {Array.from({ length: rows }, (_, index) => (
          <Skeleton key={index} h={36} />
        ))}
      </Stack>
    </Paper>
  )
}
