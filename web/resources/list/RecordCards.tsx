import { Group, Paper, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Resource } from '#core/resources/definition.ts'
import { FieldText } from '#web/resources/kinds/FieldText.tsx'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { columnOf, type ListKind } from './listKind.ts'
import type { ListAppearance } from './useListAppearance.ts'

interface RecordCardsProps {
  resource: Resource
  rows: readonly AnyRecord[]
  kind: ListKind | undefined
  look: ListAppearance
  addressOf: (id?: number) => string
}

/** The same rows where there is no room for columns. */
export function RecordCards({ resource, kind, rows, look, addressOf }: RecordCardsProps) {
  return (
    <Stack gap="xs">
      {rows.map((record) => (
        <Paper
          key={String(record[resource.id])}
          component={Link}
          to={addressOf(Number(record[resource.id]))}
          p="sm"
          c="inherit"
          style={{ textDecoration: 'none' }}
        >
          {kind?.Card ? <kind.Card record={record} /> : <Lines {...{ resource, kind, record, look }} />}
        </Paper>
      ))}
    </Stack>
  )
}

type LinesProps = Pick<RecordCardsProps, 'resource' | 'kind' | 'look'> & { record: AnyRecord }

function Lines({ resource, kind, record, look }: LinesProps) {
  const { t } = useTranslation()
  const [first, ...others] = look.columns.map((name) => columnOf(resource, kind, name))
  const cell = ({ Cell, name }: (typeof others)[number]) =>
    Cell ? <Cell record={record} /> : <FieldText resource={resource} name={name} record={record} />
  return (
    <>
      <Text fw={600} component="div">
        {cell(first!)}
      </Text>
      {others
        .filter(({ Cell, name }) => Cell || isGiven(record[name]))
        .map((column) => (
          <Group key={column.name} gap="xs" justify="space-between" wrap="nowrap">
            <Text size="sm" c="dimmed">
              {t(column.text)}
            </Text>
            <Text size="sm" ta="end" component="div">
              {cell(column)}
            </Text>
          </Group>
        ))}
    </>
  )
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined && value !== ''
}
