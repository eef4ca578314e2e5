import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconInbox, IconPlus, IconSearchOff } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { hasCall, pathOf, permissionFor, type Resource } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { rememberFirstRequest } from '#web/platform/calls/firstRequests.ts'
import { addressOf as addressOfCall } from '#web/platform/calls/request.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { useIsPhone } from '#web/platform/useIsPhone.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { SelectionBar, useMayDoMany } from '#web/resources/bulk/SelectionBar.tsx'
import { type RecordPage, useRecords } from '#web/resources/useRecords.ts'
import { useResourceWithUserFields } from '#web/resources/userFields.tsx'
import { useSavedViews } from '#web/resources/views/useSavedViews.ts'
import { ViewMenu } from '#web/resources/views/ViewMenu.tsx'
import { Busy } from '#web/ui/Busy.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import short from '#web/ui/ShortOnPhone.module.css'
import { useDeferredCount } from '#web/ui/useDeferredCount.ts'
import { ListAppearanceMenu } from './ListAppearanceMenu.tsx'
import { ListExport } from './ListExport.tsx'
import { ListFilters } from './ListFilters.tsx'
import { ListPagination } from './ListPagination.tsx'
import { fieldsOf, type ListKind } from './listKind.ts'
import { RecordCards } from './RecordCards.tsx'
import { RecordTable } from './RecordTable.tsx'
import { type ListAppearance, useListAppearance } from './useListAppearance.ts'
import { type ListState, useListState } from './useListState.ts'
import { type Selection, useSelection } from './useSelection.ts'
import { useTotal } from './useTotal.ts'

/** Few lists have a second view. */
const ViewChoice = lazyPart(() => import('./ViewChoice.tsx').then((m) => m.ViewChoice))

interface ResourceListProps {
  resource: Resource
  /** How the list differs from the standard. */
  kind?: ListKind
  /** The address of a record; without an id, of a new one. */
  addressOf: (id?: number) => string
  /** The parent record, to whose records the list is limited. */
  within?: Readonly<Record<string, string>>
}

/** The list of any kind of record. */
export function ResourceList({ resource: standard, kind, addressOf, within }: ResourceListProps) {
  const resource = useResourceWithUserFields(standard)
  const state = useListState(resource, within, kind?.sort)
  const View = (state.isMap && kind?.Map) || (state.isTree && kind?.Tree) || undefined
  const appearance = useListAppearance(resource, kind)
  // Once for the fields that are read and the cards that show them: a narrowed window must not change one before the other.
  const isPhone = useIsPhone()
  const found = useFound(resource, kind, {
    ...{ state, appearance, isEnabled: !View, isWhole: !within },
    isCards: isPhone,
  })
  const { page_num: _, page_size: __, ...query } = state.request
  const selection = useSelection(resource, query)
  const { mayChange, mayRemove } = useMayDoMany(resource)
  const [isTyping, setIsTyping] = useState(false)
  return (
    <Stack gap="md" style={kind?.Above && !within ? { '--list-above': '2.9rem' } : undefined}>
      <Heading {...{ resource, kind, within, addressOf }} found={View ? undefined : found.data} />
      <Toolbar
        {...{ resource, kind, within, state, appearance }}
        rows={found.data?.rows ?? []}
        onTyping={setIsTyping}
      />
      {kind?.Above && !within && (
        <Suspense fallback={<Skeleton h={{ base: 52, sm: 30 }} />}>
          <kind.Above state={state} />
        </Suspense>
      )}
      <SelectionBar
        {...{ resource, selection, addressOf }}
        matching={{ query, count: found.data?.total ?? 0, isEstimate: found.data?.isEstimate }}
      />
      {View ? (
        <View state={state} />
      ) : (
        <Rows
          {...{ resource, kind, state, found, addressOf, isTyping, within, isPhone }}
          appearance={withoutColumns(appearance, within)}
          selection={mayChange || mayRemove ? selection : undefined}
        />
      )}
    </Stack>
  )
}

interface FoundOptions {
  state: ListState
  appearance: ListAppearance
  isEnabled: boolean
  /** The list is a separate screen, not a part of a record. */
  isWhole: boolean
  /** The records are shown as cards. */
  isCards: boolean
}

/** The records of a page, with the fields that the list shows. */
function useFound(
  resource: Resource,
  kind: ListKind | undefined,
  { state, appearance, isEnabled, isWhole, isCards }: FoundOptions,
) {
  const fields = fieldsOf(resource, kind, { columns: appearance.columns, isCards, filters: state.filters })
  const query = { ...state.request, ...(fields && { fields }) }
  const { pathname } = useLocation()
  const first =
    isEnabled && isWhole && state.isUntouched ? addressOfCall(pathOf(resource), {}, query) : undefined
  useEffect(() => {
    if (first) rememberFirstRequest(pathname, first)
  }, [pathname, first])
  return useRecords(resource, query, isEnabled)
}

interface HeadingProps extends ResourceListProps {
  /** The page whose total is shown. */
  found: RecordPage | undefined
}

function Heading({ resource, kind, within, addressOf, found }: HeadingProps) {
  const { t } = useTranslation()
  const totalText = useTotal()
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="sm" align="baseline">
        <Title order={within ? 2 : 1}>{t(`records.${resource.name}.label`)}</Title>
        {found && (
          <Text size="sm" c="dimmed" aria-live="polite">
            {totalText(found)}
          </Text>
        )}
      </Group>
      <Group gap="xs">
        <Suspense>{kind?.Actions && <kind.Actions />}</Suspense>
        <NewLink {...{ resource, addressOf }} isRare={kind?.isNewRare} />
      </Group>
    </Group>
  )
}

interface NewLinkProps extends Pick<HeadingProps, 'resource' | 'addressOf'> {
  isRare: true | undefined
}

/** Leads to the form for a new record; on phones without text, next to the title. */
function NewLink({ resource, addressOf, isRare }: NewLinkProps) {
  const { t } = useTranslation()
  if (!useMayCreate(resource)) return null
  return (
    <Button
      component={Link}
      to={addressOf()}
      className={short.button}
      variant={isRare && 'default'}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('resources.new', { single: t(`records.${resource.name}.single`).toLowerCase() })}
    </Button>
  )
}

interface ToolbarProps extends Omit<ResourceListProps, 'addressOf'> {
  state: ListState
  appearance: ListAppearance
  rows: RecordPage['rows']
  onTyping: (isTyping: boolean) => void
}

/** Controls that filter, arrange and export the records. */
function Toolbar({ resource, kind, within, state, appearance, rows, onTyping }: ToolbarProps) {
  return (
    <Group justify="space-between" gap="sm" align="flex-start">
      <ListFilters {...{ resource, kind, state }} rows={rows} onTyping={onTyping} />
      <Group gap="xs">
        {(kind?.Map || kind?.Tree) && (
          <Suspense fallback={<Skeleton w={{ base: 44, sm: 108 }} h={{ base: 44, sm: 34 }} />}>
            <ViewChoice state={state} kind={kind} />
          </Suspense>
        )}
        {!within && <Views {...{ resource, state, appearance }} />}
        <ListAppearanceMenu resource={resource} kind={kind} appearance={appearance} />
        <ListExport resource={resource} listQuery={state.request} columns={appearance.columns} kind={kind} />
      </Group>
    </Group>
  )
}

function useMayCreate(resource: Resource): boolean {
  const may = useMay()
  return hasCall(resource, 'create') && may(permissionFor(resource, 'create'))
}

/** A list within a record has no views. */
function Views({
  resource,
  state,
  appearance,
}: {
  resource: Resource
  state: ListState
  appearance: ListAppearance
}) {
  return <ViewMenu saved={useSavedViews(resource, state, appearance)} />
}

/** Within a record, the column that names it is omitted. */
function withoutColumns(appearance: ListAppearance, within: ResourceListProps['within']): ListAppearance {
  return within
    ? { ...appearance, columns: appearance.columns.filter((name) => !(name in within)) }
    : appearance
}

/** A column of companies that names the reader's own in every row is omitted, unless the reader chose the columns. */
function withoutOwn(
  appearance: ListAppearance,
  { fields }: Resource,
  rows: RecordPage['rows'],
  company_id: number,
): ListAppearance {
  const isOwn = (name: string) => {
    const field = fields[name]
    return isReference(field) && field.to === 'companies' && rows.every((row) => row[name] === company_id)
  }
  return appearance.isChosen
    ? appearance
    : { ...appearance, columns: appearance.columns.filter((name, index) => index === 0 || !isOwn(name)) }
}

interface RowsProps extends ResourceListProps {
  state: ListState
  appearance: ListAppearance
  selection: Selection | undefined
  found: ReturnType<typeof useRecords>
  /** The typed search has not been sent yet. */
  isTyping: boolean
  isPhone: boolean
}

/** Rows that are drawn at once; the others follow in steps. */
const ABOVE_FOLD = 12
const ABOVE_FOLD_ON_PHONE = 3

function Rows(props: RowsProps) {
  const { resource, kind, state, appearance, selection, found, addressOf, isTyping, within, isPhone } = props
  const { data, isError, error, refetch, isPlaceholderData } = found
  const { company_id } = useUser()
  useLastPage(state, isPlaceholderData ? undefined : data)
  // A list that one returns to has its whole length at once, for its scroll position.
  const [isReturning] = useState(data !== undefined)
  const seen = isPhone ? ABOVE_FOLD_ON_PHONE : ABOVE_FOLD
  const drawn = useDeferredCount(isReturning ? Number.POSITIVE_INFINITY : seen, data?.rows.length ?? 0)
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <RowsOnTheWay />
  const isBusy = isPlaceholderData || isTyping
  if (data.rows.length === 0) {
    return (
      <Busy isBusy={isBusy}>
        <NothingFound {...{ resource, state, within }} />
      </Busy>
    )
  }
  if (drawn === 0) return <RowsOnTheWay />
  const rows = data.rows.slice(0, drawn)
  return (
    <Busy isBusy={isBusy}>
      <Stack gap="sm">
        {isPhone ? (
          <RecordCards {...{ resource, kind, rows, appearance, addressOf }} />
        ) : (
          <RecordTable
            {...{ resource, kind, rows, state, selection, addressOf }}
            appearance={withoutOwn(appearance, resource, data.rows, company_id)}
          />
        )}
        <ListPagination state={state} found={data} />
      </Stack>
    </Busy>
  )
}

/** Without rows, finds out whether filters exclude everything, or no records exist at all. */
function NothingFound({ resource, state, within }: Pick<RowsProps, 'resource' | 'state' | 'within'>) {
  const { t, i18n } = useTranslation()
  const mayCreate = useMayCreate(resource)
  const isNarrowed = state.search !== '' || Object.keys(state.filters).length > 0
  // Default filters must be cleared explicitly; others are left out.
  const standards = Object.entries(resource.filters).filter(([, standard]) => standard !== null)
  const unfiltered = Object.fromEntries(standards.map(([name]) => [name, '']))
  const all = useRecords(resource, { ...unfiltered, ...within, page_size: '1' }, isNarrowed)
  if (all.isLoading) return <RowsOnTheWay />
  if (!isNarrowed || all.data?.rows.length === 0) {
    return (
      <Paper>
        <EmptyState
          Icon={IconInbox}
          title={t('resources.nothing_here')}
          {...(mayCreate && { help: t('resources.first_hint') })}
        />
      </Paper>
    )
  }
  const own = `${resource.name}.none_found`
  // Its own text already suggests what to do next.
  const isOwn = i18n.exists(own)
  return (
    <Paper>
      <EmptyState
        Icon={IconSearchOff}
        title={t(isOwn ? own : 'resources.nothing')}
        {...(!isOwn && { help: t('resources.nothing_hint') })}
      >
        <Button variant="default" onClick={state.clear}>
          {t('resources.clear_filters')}
        </Button>
      </EmptyState>
    </Paper>
  )
}

/** A page beyond the last one, as an estimate may offer, leads to the last existing one. */
function useLastPage(state: ListState, data: RecordPage | undefined) {
  const last = data ? Math.max(1, Math.ceil(data.total / state.pageSize)) : undefined
  const isBeyond = data?.rows.length === 0 && last !== undefined && state.page > last
  useEffect(() => {
    if (isBeyond) state.change({ page_num: last === 1 ? null : String(last) })
  }, [isBeyond, last, state])
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
