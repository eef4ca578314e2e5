import { Button, Group, Paper, Skeleton, Stack, Title } from '@mantine/core'
import { IconFileUnknown } from '@tabler/icons-react'
import { lazy } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Resource } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { CallRefused } from '#web/platform/calls/api.ts'
import { useIsPhone } from '#web/platform/useIsPhone.ts'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ResourceForm } from '#web/resources/form/ResourceForm.tsx'
import { ListExport } from '#web/resources/list/ListExport.tsx'
import { ActionRow } from '#web/resources/record/ActionRow.tsx'
import { titleOf } from '#web/resources/titleOf.ts'
import { type AnyRecord, useRecord } from '#web/resources/useRecords.ts'
import { useResourceWithUserFields } from '#web/resources/userFields.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { RecordFacts } from './RecordFacts.tsx'
import { RecordPath } from './RecordPath.tsx'
import { RecordTabs } from './RecordTabs.tsx'
import type { RecordKind } from './recordKind.ts'
import { useRemoveAction } from './useRemoveAction.tsx'

const StatusSteps = lazy(() => import('./StatusSteps.tsx').then((m) => ({ default: m.StatusSteps })))

interface ResourceRecordProps {
  resource: Resource
  /** How the screen differs from the standard. */
  kind?: RecordKind
  /** Undefined for a new one. */
  id: string | undefined
  listAddress: string
  onSaved: (record: AnyRecord) => void
  onRemoved: () => void
  /** The open tab if it is part of the path; otherwise it is in the query. */
  tab?: { open: string | undefined; onOpen: (name: string) => void }
}

/** One record of any kind: its form, its history, its print; or a new one. */
export function ResourceRecord(props: ResourceRecordProps) {
  const { resource: standard, kind, id, listAddress, onSaved, onRemoved, tab } = props
  const resource = useResourceWithUserFields(standard)
  const { data, isError, error, refetch } = useRecord(resource, id)
  const isMissing = error instanceof CallRefused && error.code === 404
  const [params, setParams] = useSearchParams()
  const title = useTitle({ resource, kind, id }, data)
  return (
    <Stack gap="md" maw="var(--ullage-page)">
      <Heading {...{ resource, kind, id, listAddress, onRemoved }} record={data} title={title} />
      {isMissing ? (
        <Missing listAddress={listAddress} />
      ) : (
        isError && <ErrorState error={error} onRetry={refetch} />
      )}
      {id === undefined && (
        <ResourceForm
          {...{ onSaved, kind }}
          resource={kind?.formOf?.(true) ?? resource}
          record={null}
          leavesTo={listAddress}
          preset={presetFields(resource, params)}
        />
      )}
      {id !== undefined && !data && !isError && <Skeleton h="70vh" />}
      {id !== undefined && data && (
        <Existing
          {...{ resource, kind, onSaved }}
          record={data}
          open={tab?.open ?? params.get('tab') ?? undefined}
          onOpen={tab?.onOpen ?? ((name) => setParams(name === '' ? {} : { tab: name }, { replace: true }))}
        />
      )}
    </Stack>
  )
}

/** The name of a record on its screen and in the title of the page; empty until it is read. */
function useTitle(
  { resource, kind, id }: Pick<ResourceRecordProps, 'resource' | 'kind' | 'id'>,
  data: AnyRecord | undefined,
) {
  const { t } = useTranslation()
  const single = t(`records.${resource.name}.single`)
  const title =
    id === undefined
      ? t('resources.new', { single: single.toLowerCase() })
      : ((data && kind?.titleOf?.(data)) ?? titleOf(resource, data))
  usePageTitle(title || single, t(`records.${resource.name}.label`))
  return title
}

interface HeadingProps
  extends Pick<ResourceRecordProps, 'resource' | 'kind' | 'id' | 'listAddress' | 'onRemoved'> {
  record: AnyRecord | undefined
  title: string
}

function Heading({ resource, kind, id, listAddress, onRemoved, record, title }: HeadingProps) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const name = title || t(`records.${resource.name}.single`)
  const actions = record && id !== undefined && (
    <Actions {...{ resource, kind, id, onRemoved, record, title }} />
  )
  return (
    <>
      <RecordPath
        list={listAddress}
        listName={t(`records.${resource.name}.label`)}
        name={titleOf(resource, record) || name}
      >
        {isPhone && actions}
      </RecordPath>
      <Group justify="space-between">
        <Title order={1}>
          <bdi>{name}</bdi>
        </Title>
        {!isPhone && actions}
      </Group>
    </>
  )
}

type ActionsProps = Omit<HeadingProps, 'listAddress' | 'record' | 'id'> & { record: AnyRecord; id: string }

/** Saves and prints a record, and removes it. */
function Actions({ resource, kind, id, onRemoved, record, title }: ActionsProps) {
  const remove = useRemoveAction({ resource, record, title, onRemoved })
  return (
    <Group gap="xs" wrap="nowrap">
      <ListExport resource={resource} listQuery={{ [resource.id]: id }} isRecord />
      <ActionRow actions={kind?.lockOf?.(record)?.isPermanent ? [] : [remove]} />
    </Group>
  )
}

function Missing({ listAddress }: { listAddress: string }) {
  const { t } = useTranslation()
  return (
    <Paper>
      <EmptyState Icon={IconFileUnknown} title={t('messages.not_found')} help={t('resources.missing')}>
        <Button variant="default" component={Link} to={listAddress}>
          {t('resources.to_list')}
        </Button>
      </EmptyState>
    </Paper>
  )
}

interface ExistingProps extends Pick<ResourceRecordProps, 'resource' | 'kind' | 'onSaved'> {
  record: AnyRecord
  open: string | undefined
  onOpen: (tab: string) => void
}

/** A saved record: its header and facts, then its tabs. */
function Existing({ resource, kind, record, open, onOpen, onSaved }: ExistingProps) {
  const Header = kind?.Header
  const facts = <RecordFacts resource={resource} record={record} facts={kind?.facts} />
  // The overview of a phone comes before the facts.
  const hasFactsBelow = useIsPhone() && kind?.tabs?.some(({ isFirst }) => isFirst)
  return (
    <>
      {Header ? (
        <Header record={record} />
      ) : (
        hasSteps(resource) && <StatusSteps {...{ resource }} record={record} />
      )}
      {!hasFactsBelow && facts}
      <RecordTabs {...{ resource, kind, record, open, onOpen, onSaved }} />
      {hasFactsBelow && facts}
    </>
  )
}

/** Whether users change its status, by a separate call. */
function hasSteps({ statuses, fields }: Resource): boolean {
  return statuses !== undefined && !fields[statuses.field]?.computed
}

/** A link may preset fields of a new record: `?company_id=5`. */
function presetFields(resource: Resource, params: URLSearchParams): AnyRecord {
  const known = [...params].filter(([name]) => isReference(resource.fields[name]))
  return Object.fromEntries(
    known.filter(([, value]) => /^\d{1,15}$/.test(value)).map(([name, value]) => [name, Number(value)]),
  )
}
