import { Paper, Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { Resource } from '#core/resources/definition.ts'
import { FieldText } from './FieldText.tsx'
import styles from './RecordTable.module.css'
import type { ListState } from './useListState.ts'
import type { AnyRecord } from './useRecords.ts'

interface RecordTableProps {
  resource: Resource
  rows: readonly AnyRecord[]
  state: ListState
  addressOf: (id?: number) => string
}

/** Records as rows. Arrows walk through them, Enter opens one. */
export function RecordTable({ resource, rows, state, addressOf }: RecordTableProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [first, ...others] = resource.list
  return (
    <Paper className={styles.frame}>
      <Table highlightOnHover aria-label={t(`records.${resource.name}.label`)}>
        <Table.Thead>
          <Table.Tr>
            {resource.list.map((name) => (
              <Heading key={name} resource={resource} name={name} state={state} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody onKeyDown={walk}>
          {rows.map((record) => {
            const address = addressOf(Number(record[resource.id]))
            return (
              <Table.Tr
                key={String(record[resource.id])}
                className={styles.row}
                onClick={(event) => {
                  if (!(event.target as Element).closest('a')) void navigate(address)
                }}
              >
                <Table.Th scope="row" fw={500}>
                  <Link className={styles.link} to={address}>
                    <FieldText resource={resource} name={first!} record={record} />
                  </Link>
                </Table.Th>
                {others.map((name) => (
                  <Table.Td key={name}>
                    <FieldText resource={resource} name={name} record={record} />
                  </Table.Td>
                ))}
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const links = [...event.currentTarget.querySelectorAll('a')]
  const next = links[links.indexOf(document.activeElement as HTMLAnchorElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function Heading({ resource, name, state }: Pick<RecordTableProps, 'resource' | 'state'> & { name: string }) {
  const { t } = useTranslation()
  const isUp = state.sort === name
  const isDown = state.sort === `-${name}`
  const Icon = isUp ? IconArrowUp : isDown ? IconArrowDown : IconArrowsSort
  return (
    <Table.Th scope="col" aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}>
      <UnstyledButton
        className={styles.sort}
        data-is-sorted={isUp || isDown || undefined}
        onClick={() => state.change({ sort: isUp ? `-${name}` : name })}
      >
        {t(`records.${resource.name}.fields.${name}`)}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  )
}
