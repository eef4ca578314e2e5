import { Anchor, Badge, Group, Skeleton, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import type { Resource } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { titleKey } from '#core/resources/fields/titleKey.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { titleOf } from '#web/resources/titleOf.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { WidgetPanel, type WidgetProps } from '#web/ui/WidgetPanel.tsx'
import { FieldText } from './kinds/FieldText.tsx'
import styles from './RecordsWidget.module.css'
import { useRecordAddress } from './recordAddress.ts'
import type { AnyRecord, ShownRecord } from './recordIn.ts'
import { useRecords } from './useRecords.ts'

const MAX_SHOWN = 10

interface RecordsWidgetProps<R extends Resource> extends WidgetProps {
  /** A kind of record with statuses. */
  resource: R
  /** The address of the whole list. */
  list: string
  /** The sort order, if it differs from the list's. */
  sort?: string
  /** Fields of a line other than title and status. */
  more: readonly string[]
  /** The status, if it is more than the field's value. */
  Status?: ComponentType<{ record: ShownRecord<R> }>
  /** What follows below the fields. */
  Below?: ComponentType<{ record: ShownRecord<R> }>
  /** Filters of the open ones. */
  filters?: Readonly<Record<string, string>>
}

/** The open records of a kind: the first of the list, with their statuses. */
export function RecordsWidget<R extends Resource>(props: RecordsWidgetProps<R>) {
  const { title, resource, list, sort = resource.sort ?? '', filters } = props
  const { t } = useTranslation()
  const { number } = useFormat()
  const found = useRecords(resource, {
    dashboard: '1',
    ...filters,
    page_size: String(MAX_SHOWN),
    page_num: '1',
    sort,
  })
  if (found.isError && !found.data) return <ErrorState error={found.error} onRetry={found.refetch} />
  return (
    <WidgetPanel
      title={title}
      isFlush
      badge={found.data && found.data.total > 0 && <Badge color="gray">{number(found.data.total)}</Badge>}
      action={
        <Anchor component={Link} to={list} size="sm">
          {t('resources.widget.all')}
        </Anchor>
      }
    >
      {!found.data && <Skeleton h={200} m="sm" w="auto" />}
      {found.data?.rows.length === 0 && (
        <EmptyState Icon={IconCircleCheck} color="fine" title={t('resources.widget.nothing_open')} />
      )}
      <ul className={styles.list}>
        {found.data?.rows.map((record) => (
          <Row key={String(record[resource.id])} {...props} record={record} />
        ))}
      </ul>
    </WidgetPanel>
  )
}

interface RowProps<R extends Resource>
  extends Pick<RecordsWidgetProps<R>, 'resource' | 'more' | 'Status' | 'Below'> {
  record: ShownRecord<R>
}

function Row<R extends Resource>({ resource, record, more, Status, Below }: RowProps<R>) {
  const address = useRecordAddress()(resource.name, Number(record[resource.id]))
  const filled = more.filter((name) => hasValue(resource, record, name))
  return (
    <li className={styles.row}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Anchor
          component={Link}
          to={address ?? ''}
          size="sm"
          fw={600}
          underline="hover"
          c="inherit"
          truncate
          dir="auto"
        >
          {titleOf(resource, record)}
        </Anchor>
        {Status ? <Status record={record} /> : <FieldStatus resource={resource} record={record} />}
      </Group>
      <Text size="xs" c="dimmed" component="div" truncate dir="auto" className={styles.more}>
        {filled.map((name, index) => (
          <span key={name}>
            {index > 0 && ' · '}
            <FieldText resource={resource} name={name} record={record} />
          </span>
        ))}
      </Text>
      {Below && <Below record={record} />}
    </li>
  )
}

function FieldStatus({ resource, record }: { resource: Resource; record: AnyRecord }) {
  const { statuses } = resource
  return statuses && <FieldText resource={resource} name={statuses.field} record={record} />
}

function hasValue(resource: Resource, record: AnyRecord, name: string): boolean {
  const key = isReference(resource.fields[name]) ? titleKey(name) : name
  return record[key] !== null && record[key] !== undefined && record[key] !== ''
}
