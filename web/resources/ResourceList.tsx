import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus, IconSearchOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { hasCall, type Resource } from '#core/resources/definition.ts'
import { useMay } from '#web/platform/session.tsx'
import { useFormat } from '#web/platform/useFormat.ts'
import { Failure } from './Failure.tsx'
import { ListExport } from './ListExport.tsx'
import { ListFilters } from './ListFilters.tsx'
import { ListLookMenu } from './ListLookMenu.tsx'
import { ListPages } from './ListPages.tsx'
import { Nothing } from './Nothing.tsx'
import { RecordCards } from './RecordCards.tsx'
import { RecordTable } from './RecordTable.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { type ListLook, useListLook } from './useListLook.ts'
import { type ListState, useListState } from './useListState.ts'
import { useRecords } from './useRecords.ts'
import { type Selection, useSelection } from './useSelection.ts'

interface ResourceListProps {
  resource: Resource
  /** Where one record is shown; without an id: where a new one is made. */
  addressOf: (id?: number) => string
}

/** The list of any kind of record. */
export function ResourceList({ resource, addressOf }: ResourceListProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const may = useMay()
  const state = useListState(resource)
  const found = useRecords(resource, state.asked)
  const look = useListLook(resource)
  const selection = useSelection(resource)
  const mayCreate = hasCall(resource, 'create') && may(`${resource.module}.create`)
  const mayRemove = hasCall(resource, 'remove') && may(`${resource.module}.delete`)
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Group gap="sm" align="baseline">
          <Title order={1}>{t(`records.${resource.name}.label`)}</Title>
          {found.data && (
            <Text size="sm" c="dimmed" aria-live="polite">
              {number(found.data.total)}
            </Text>
          )}
        </Group>
        {mayCreate && (
          <Button component={Link} to={addressOf()} leftSection={<IconPlus size={16} />}>
            {t('resources.new', { single: t(`records.${resource.name}.single`).toLowerCase() })}
          </Button>
        )}
      </Group>
      <Group justify="space-between" gap="sm" align="flex-start">
        <ListFilters resource={resource} state={state} />
        <Group gap="xs">
          <ListLookMenu resource={resource} look={look} />
          <ListExport resource={resource} asked={state.asked} />
        </Group>
      </Group>
      <SelectionBar resource={resource} selection={selection} />
      <Rows {...{ resource, state, look, found, addressOf }} selection={mayRemove ? selection : undefined} />
    </Stack>
  )
}

interface RowsProps extends ResourceListProps {
  state: ListState
  look: ListLook
  selection: Selection | undefined
  found: ReturnType<typeof useRecords>
}

function Rows({ resource, state, look, selection, found, addressOf }: RowsProps) {
  const { t } = useTranslation()
  const isPhone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false })
  const { data, isError, refetch, isPlaceholderData } = found
  if (isError && !data) return <Failure onRetry={refetch} />
  if (!data) return <RowsOnTheWay />
  if (data.rows.length === 0) {
    const isNarrowed = state.search !== '' || Object.keys(state.filters).length > 0
    return (
      <Paper>
        <Nothing
          Icon={IconSearchOff}
          title={t(isNarrowed ? 'resources.nothing' : 'resources.nothing_here')}
          help={t(isNarrowed ? 'resources.nothing_hint' : 'resources.first_hint')}
        >
          {isNarrowed && (
            <Button variant="default" onClick={state.clear}>
              {t('resources.clear_filters')}
            </Button>
          )}
        </Nothing>
      </Paper>
    )
  }
  return (
    <Stack gap="sm" style={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
      {isPhone ? (
        <RecordCards {...{ resource, look, addressOf }} rows={data.rows} />
      ) : (
        <RecordTable {...{ resource, state, look, selection, addressOf }} rows={data.rows} />
      )}
      <ListPages state={state} total={data.total} />
    </Stack>
  )
}

function RowsOnTheWay() {
  return (
    <Paper p="sm">
      <Stack gap="sm">
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} h={32} />
        ))}
      </Stack>
    </Paper>
  )
}
