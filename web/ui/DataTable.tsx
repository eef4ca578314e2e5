import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

export interface DataColumn<Row> {
  title: ReactNode
  cell: (row: Row) => ReactNode
  /** A figure: at the end of its cell, on one line. */
  isFigure?: boolean
  /** Left out on a phone. */
  isWide?: boolean
}

interface DataTableProps<Row> {
  label: string
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row, index: number) => string | number
  /** The name of a row for screen readers. */
  labelOf?: (row: Row) => string
  /** Totals below the rows. */
  totals?: readonly Row[]
  /** Width (px) below which the table scrolls. */
  minWidth?: number
}

/** A table of records that are not of a kind. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, labelOf, totals = [], minWidth = 0 } = props
  const place = ({ isFigure, isWide }: DataColumn<Row>) => ({
    ...(isFigure && { ta: 'end' as const, style: { whiteSpace: 'nowrap' as const }, 'data-figures': true }),
    ...(isWide && { visibleFrom: 'sm' as const }),
  })
  const row = (one: Row, index: number, more: object = {}) => (
    <Table.Tr key={keyOf(one, index)} aria-label={labelOf?.(one)} {...more}>
      {columns.map((column, at) => (
        <Table.Td key={at} {...place(column)}>
          {column.cell(one)}
        </Table.Td>
      ))}
    </Table.Tr>
  )
  return (
    <Table.ScrollContainer minWidth={minWidth}>
      <Table aria-label={label} verticalSpacing="xs" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column, index) => (
              <Table.Th key={index} scope="col" {...place(column)}>
                {column.title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{rows.map((item, index) => row(item, index))}</Table.Tbody>
        {totals.length > 0 && (
          <Table.Tfoot>{totals.map((total, index) => row(total, index, { fw: 700 }))}</Table.Tfoot>
        )}
      </Table>
    </Table.ScrollContainer>
  )
}
