import { Checkbox, Paper, rem, Table } from '@mantine/core'
import { type KeyboardEvent, type MouseEvent, memo, useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { pricePlaces } from '#core/platform/numbers/money.ts'
import type { Resource } from '#core/resources/definition.ts'
import { isUnitPrice } from '#core/resources/fields/isUnitPrice.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { FieldText } from '#web/resources/kinds/FieldText.tsx'
import { PricePlaces } from '#web/resources/kinds/MoneyText.tsx'
import { titleOf } from '#web/resources/titleOf.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { ListHeading } from './ListHeading.tsx'
import { columnOf, type ListColumn, type ListKind } from './listKind.ts'
import styles from './RecordTable.module.css'
import type { Density, ListAppearance } from './useListAppearance.ts'
import type { ListState } from './useListState.ts'
import type { Selection } from './useSelection.ts'
import { useWholeText } from './useWholeText.tsx'

/** The height of a row, px. */
const HEIGHTS: Record<Density, number> = { compact: 32, normal: 44, roomy: 56 }

interface RecordTableProps {
  resource: Resource
  kind: ListKind | undefined
  rows: readonly AnyRecord[]
  state: ListState
  appearance: ListAppearance
  /** Undefined if the user may do nothing with several records. */
  selection: Selection | undefined
  addressOf: (id?: number) => string
}

/** Records as rows. Arrows, Home and End move through them, Enter opens one, Space selects it. */
export function RecordTable(props: RecordTableProps) {
  const { resource, rows, state, appearance, selection, addressOf } = props
  const { t } = useTranslation()
  const [active, setActive] = useState(0)
  const columns = useColumns(props)
  const current = Math.min(active, rows.length - 1)
  const wholeText = useWholeText()
  const prices = columns.filter(({ name }) => isUnitPrice(resource.fields[name]))
  const places = pricePlaces(prices.flatMap(({ name }) => rows.map((record) => record[name])))
  return (
    <PricePlaces value={places}>
      <Paper className={styles.frame}>
        <Table
          highlightOnHover
          stickyHeader
          aria-label={t(`records.${resource.name}.label`)}
          verticalSpacing={0}
          horizontalSpacing={8}
          style={{ '--row-height': rem(HEIGHTS[appearance.density]) }}
          data-is-compact={appearance.density === 'compact' || undefined}
          onKeyDown={walk}
        >
          <Head {...{ columns, rows, state, appearance, selection }} />
          <Table.Tbody {...wholeText.listeners}>
            {rows.map((record, index) => (
              <Row
                key={String(record[resource.id])}
                {...{ resource, record, columns, appearance, selection }}
                address={addressOf(Number(record[resource.id]))}
                isActive={index === current}
                onActive={() => setActive(index)}
              />
            ))}
          </Table.Tbody>
        </Table>
        {wholeText.place}
      </Paper>
    </PricePlaces>
  )
}

/** The shown columns, which stay the same while their names do: the cells are memoized. */
function useColumns({ resource, kind, appearance }: RecordTableProps): readonly ListColumn[] {
  const names = appearance.columns.join()
  return useMemo(
    () => names.split(',').map((name) => columnOf(resource, kind, name)),
    [resource, kind, names],
  )
}

interface HeadProps extends Pick<RecordTableProps, 'rows' | 'state' | 'appearance' | 'selection'> {
  columns: readonly ListColumn[]
}

function Head({ columns, rows, state, appearance, selection }: HeadProps) {
  const { t } = useTranslation()
  const selectedRows = rows.filter((record) => selection?.has(record)).length
  return (
    <Table.Thead>
      <Table.Tr>
        {selection && (
          <Table.Th w={40}>
            <Checkbox
              aria-label={t('resources.select_all')}
              checked={selectedRows === rows.length}
              indeterminate={selectedRows > 0 && selectedRows < rows.length}
              onChange={() => selection.setPage(rows, selectedRows < rows.length)}
            />
          </Table.Th>
        )}
        {columns.map((column) => (
          <ListHeading key={column.name} column={column} state={state} appearance={appearance} />
        ))}
      </Table.Tr>
    </Table.Thead>
  )
}

interface RowProps extends Pick<RecordTableProps, 'resource' | 'appearance' | 'selection'> {
  record: AnyRecord
  columns: readonly ListColumn[]
  address: string
  /** The one row in the tab order. */
  isActive: boolean
  onActive: () => void
}

function Row({ resource, record, columns, appearance, selection, address, isActive, onActive }: RowProps) {
  const first = firstOf(columns)
  const listeners = useRowListeners({ record, address, selection })
  const tabIndex = isActive ? 0 : -1
  return (
    <Table.Tr
      className={styles.row}
      data-is-selected={selection?.has(record) || undefined}
      tabIndex={tabIndex}
      onFocus={onActive}
      {...listeners}
    >
      {selection && <Tick {...{ resource, record, selection, tabIndex }} />}
      <Table.Th scope="row" fw={500} style={cellStyle(appearance.widths[first.name])}>
        <Link className={styles.link} to={address} tabIndex={-1}>
          {isNameless(first, record) ? '—' : <Cell resource={resource} column={first} record={record} />}
        </Link>
      </Table.Th>
      {columns.slice(1).map((column) => (
        <DataCell
          key={column.name}
          {...{ resource, column, record }}
          width={appearance.widths[column.name]}
        />
      ))}
    </Table.Tr>
  )
}

/** A click or Enter opens a record, and Space selects it; controls in its row and selected text take their own clicks. */
function useRowListeners({ record, address, selection }: Pick<RowProps, 'record' | 'address' | 'selection'>) {
  const navigate = useNavigate()
  const onClick = (event: MouseEvent) => {
    const isControl = event.target instanceof Element && event.target.closest('a, button, input, label')
    if (!isControl && !getSelection()?.toString()) void navigate(address)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter') void navigate(address)
    if (event.key === ' ' && selection) {
      event.preventDefault()
      selection.toggle(record)
    }
  }
  return { onClick, onKeyDown }
}

/** Re-rendered only when its record changes: the list renders on every letter of a search, and cells are most of it. */
const DataCell = memo(function DataCell({
  resource,
  column,
  record,
  width,
}: CellProps & { width: number | undefined }) {
  return (
    <Table.Td
      ta={column.isNumeric ? 'end' : undefined}
      data-figures={column.isNumeric || undefined}
      data-is-whole={isWhole(resource, column) || undefined}
      style={cellStyle(width)}
    >
      <Cell resource={resource} column={column} record={record} />
    </Table.Td>
  )
})

interface TickProps {
  resource: Resource
  record: AnyRecord
  selection: Selection
  tabIndex: number
}

function Tick({ resource, record, selection, tabIndex }: TickProps) {
  const { t } = useTranslation()
  return (
    <Table.Td>
      <Checkbox
        tabIndex={tabIndex}
        aria-label={t('resources.select', { what: titleOf(resource, record) })}
        checked={selection.has(record)}
        onChange={() => selection.toggle(record)}
      />
    </Table.Td>
  )
}

/** The column that links to the record is empty: the link needs another text. */
function isNameless({ Cell: CustomCell, name }: ListColumn, record: AnyRecord): boolean {
  return !CustomCell && (record[name] ?? '') === ''
}

/** Custom columns may hold more than text, and statuses are too important to truncate. */
function isWhole({ statuses }: Resource, { Cell: CustomCell, name }: ListColumn): boolean {
  return CustomCell !== undefined || statuses?.field === name
}

interface CellProps {
  resource: Resource
  column: ListColumn
  record: AnyRecord
}

/** A data cell, except in the first column, where the cell is a link. */
const Cell = memo(function Cell({ resource, column, record }: CellProps) {
  if (column.Cell) return <column.Cell record={record} />
  return <FieldText resource={resource} name={column.name} record={record} />
})

function cellStyle(width: number | undefined) {
  return width ? { maxWidth: width } : undefined
}

const STEPS: Readonly<Record<string, (row: number, rows: number) => number>> = {
  ArrowDown: (row, rows) => Math.min(row + 1, rows - 1),
  ArrowUp: (row) => Math.max(row - 1, 0),
  Home: () => 0,
  End: (_, rows) => rows - 1,
}

function walk(event: KeyboardEvent<HTMLTableElement>): void {
  const step = STEPS[event.key]
  const { target } = event
  if (!step || !(target instanceof Node)) return
  const [, ...rows] = event.currentTarget.rows
  const current = rows.findIndex((row) => row.contains(target))
  event.preventDefault()
  rows[step(current, rows.length)]?.focus()
}
