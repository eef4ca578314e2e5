import { Checkbox, Paper, Table } from '@mantine/core'
import type { KeyboardEvent, MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { Resource } from '#core/resources/definition.ts'
import { FieldText } from './FieldText.tsx'
import { isFigure } from './isFigure.ts'
import { ListHeading } from './ListHeading.tsx'
import styles from './RecordTable.module.css'
import type { Density, ListLook } from './useListLook.ts'
import type { ListState } from './useListState.ts'
import type { AnyRecord } from './useRecords.ts'
import type { Selection } from './useSelection.ts'

const SPACING: Record<Density, string> = { compact: '4', normal: 'xs', roomy: 'md' }

interface RecordTableProps {
  resource: Resource
  rows: readonly AnyRecord[]
  state: ListState
  look: ListLook
  /** Nothing, where the user may do nothing with several records. */
  selection: Selection | undefined
  addressOf: (id?: number) => string
}

/** Records as rows. Arrows walk through them, Enter opens one, Space selects it. */
export function RecordTable({ resource, rows, state, look, selection, addressOf }: RecordTableProps) {
  const { t } = useTranslation()
  const chosen = rows.filter((record) => selection?.has(record)).length
  return (
    <Paper className={styles.frame}>
      <Table
        highlightOnHover
        stickyHeader
        aria-label={t(`records.${resource.name}.label`)}
        verticalSpacing={SPACING[look.density]}
      >
        <Table.Thead>
          <Table.Tr>
            {selection && (
              <Table.Th w={40}>
                <Checkbox
                  aria-label={t('resources.select_all')}
                  checked={chosen === rows.length}
                  indeterminate={chosen > 0 && chosen < rows.length}
                  onChange={() => selection.set(chosen === rows.length ? [] : rows)}
                />
              </Table.Th>
            )}
            {look.columns.map((name) => (
              <ListHeading key={name} resource={resource} name={name} state={state} look={look} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody onKeyDown={walk}>
          {rows.map((record) => (
            <Row
              key={String(record[resource.id])}
              {...{ resource, record, look, selection }}
              address={addressOf(Number(record[resource.id]))}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

interface RowProps extends Pick<RecordTableProps, 'resource' | 'look' | 'selection'> {
  record: AnyRecord
  address: string
}

function Row({ resource, record, look, selection, address }: RowProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [first, ...others] = look.columns
  const open = (event: MouseEvent) => {
    const isOwnTarget = (event.target as Element).closest('a, button, input, label')
    if (!isOwnTarget && !getSelection()?.toString()) void navigate(address)
  }
  return (
    <Table.Tr className={styles.row} data-is-selected={selection?.has(record) || undefined} onClick={open}>
      {selection && (
        <Table.Td>
          <Checkbox
            aria-label={t('resources.select', { what: String(record[resource.title] ?? '') })}
            checked={selection.has(record)}
            onChange={() => selection.toggle(record)}
          />
        </Table.Td>
      )}
      <Table.Th scope="row" fw={500} style={cellStyle(look, first!)}>
        <Link className={styles.link} to={address}>
          <FieldText resource={resource} name={first!} record={record} />
        </Link>
      </Table.Th>
      {others.map((name) => (
        <Table.Td key={name} ta={isFigure(resource, name) ? 'end' : undefined} style={cellStyle(look, name)}>
          <FieldText resource={resource} name={name} record={record} />
        </Table.Td>
      ))}
    </Table.Tr>
  )
}

function cellStyle({ widths }: ListLook, name: string) {
  return widths[name] ? { maxWidth: widths[name], overflow: 'hidden', textOverflow: 'ellipsis' } : undefined
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const row = (document.activeElement as Element | null)?.closest('tr')
  if (!row || (step === 0 && event.key !== ' ')) return
  const isLink = document.activeElement?.matches('a')
  if (event.key === ' ') {
    if (!isLink) return
    row.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
  }
  if (step !== 0) {
    const next = step === 1 ? row.nextElementSibling : row.previousElementSibling
    next?.querySelector<HTMLElement>(isLink ? 'a' : 'input, a')?.focus()
  }
  event.preventDefault()
}
