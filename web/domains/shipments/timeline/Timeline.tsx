import { Anchor, Button, Paper, Skeleton, Text, Title } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCalendarDue,
  IconCash,
  IconDropletOff,
  IconFileInvoice,
  IconReceipt,
  IconShoppingCart,
  IconTrendingDown,
  IconTrendingUp,
  IconTruckDelivery,
  IconTruckLoading,
} from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import type {
  readTimeline,
  TimelineEntry,
  TimelineKind,
} from '#core/domains/shipments/timeline/timelineCalls.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { request } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useRecordAddress } from '#web/resources/recordAddress.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import styles from './Timeline.module.css'
import { useEntryText } from './useEntryText.ts'

/** The subject of the timeline. */
type TimelineOf = { device_ports_id: number } | { document_id: number }

/** The icon of each kind of entry, and the screen it links to. */
const PARTS: Readonly<Record<TimelineKind, { Icon: typeof IconCash; leadsTo: string }>> = {
  alert: { Icon: IconAlertTriangle, leadsTo: 'devices' },
  order: { Icon: IconShoppingCart, leadsTo: 'transaction_documents' },
  load: { Icon: IconTruckLoading, leadsTo: 'shipment_planners' },
  stop: { Icon: IconTruckDelivery, leadsTo: 'shipment_planners' },
  ticket: { Icon: IconReceipt, leadsTo: 'shipment_planners' },
  lift: { Icon: IconTruckLoading, leadsTo: 'shipment_planners' },
  rise: { Icon: IconTrendingUp, leadsTo: 'devices' },
  invoice: { Icon: IconFileInvoice, leadsTo: 'transaction_documents' },
  credit: { Icon: IconFileInvoice, leadsTo: 'transaction_documents' },
  payment: { Icon: IconCash, leadsTo: 'transaction_documents' },
  reorder: { Icon: IconTrendingDown, leadsTo: 'devices' },
  empty: { Icon: IconDropletOff, leadsTo: 'devices' },
  due: { Icon: IconCalendarDue, leadsTo: 'transaction_documents' },
}

/** Newest entries shown at first and per further page. */
const PAGE = 10

/** The timeline of a tank, or the activity of an order: future entries above the line of now, past ones below. */
export function Timeline({ of, changedAt }: { of: TimelineOf; changedAt?: unknown }) {
  const { t } = useTranslation()
  const id = useId()
  const reading = useEntries(of, changedAt)
  const { data, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = reading
  if (isError && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton h={160} radius="lg" />
  const ahead = data.pages[0]?.ahead ?? []
  const entries = data.pages.flatMap((page) => page.entries)
  const zone = firstOf(data.pages).time_zone
  // A document's statuses are in its head and in the list of its linked documents.
  const hasStatuses = !('document_id' in of)
  return (
    <Paper p="md" component="section" aria-labelledby={id}>
      <Title order={2} id={id} mb="sm">
        {t('document_id' in of ? 'timeline.document' : 'timeline.tank')}
      </Title>
      <ol className={styles.list}>
        {ahead.map((entry) => (
          <Entry key={entry.key} {...{ entry, zone, hasStatuses }} isAhead />
        ))}
        <li className={styles.now}>
          <Text size="xs" fw={600} component="span">
            {t('timeline.now')}
          </Text>
        </li>
        {entries.map((entry) => (
          <Entry key={entry.key} {...{ entry, zone, hasStatuses }} />
        ))}
      </ol>
      {entries.length === 0 && <EmptyState Icon={IconTruckDelivery} title={t('timeline.nothing')} />}
      {hasNextPage && <More isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </Paper>
  )
}

function More({ isLoading, onMore }: { isLoading: boolean; onMore: () => void }) {
  const { t } = useTranslation()
  return (
    <Button variant="subtle" size="compact-sm" mt="xs" loading={isLoading} onClick={onMore}>
      {t('timeline.more')}
    </Button>
  )
}

function useEntries(of: TimelineOf, changedAt: unknown) {
  return useInfiniteQuery({
    // Below the shipments: changes of rounds and deliveries refresh it at once.
    queryKey: ['shipment_planners', 'timeline', of, changedAt],
    queryFn: ({ pageParam, signal }) =>
      request<typeof readTimeline>('GET', '/timeline', {
        query: { ...of, limit: PAGE, ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
}

interface EntryProps {
  entry: TimelineEntry
  /** Time zone of the place, in which times are shown. */
  zone: string
  hasStatuses: boolean
  isAhead?: boolean
}

function Entry({ entry, zone, hasStatuses, isAhead }: EntryProps) {
  const { t } = useTranslation()
  const { kind, at, record_id } = entry
  const { dayOf, instantAt } = useFormat()
  const text = useEntryText(hasStatuses)(entry)
  const addressOf = useRecordAddress()
  const { Icon, leadsTo } = PARTS[kind]
  const address =
    record_id === null
      ? undefined
      : leadsTo === 'devices'
        ? `/devices/profile/${record_id}${kind === 'alert' ? '?tab=alerts' : ''}`
        : addressOf(leadsTo, record_id)
  return (
    <li className={styles.entry} data-ahead={isAhead || undefined}>
      <Icon size={18} stroke={1.75} aria-hidden className={styles.sign} />
      <div className={styles.body}>
        {address ? (
          <Anchor component={Link} to={address} size="sm" fw={600} c="inherit" underline="hover">
            <bdi>{text.title}</bdi>
          </Anchor>
        ) : (
          <Text size="sm" fw={600}>
            <bdi>{text.title}</bdi>
          </Text>
        )}
        <Text size="xs" c="dimmed">
          <time dateTime={at}>{isAhead ? dayOf(at, zone) : instantAt(at, zone)}</time>
          {entry.is_time_corrected && ` · ${t('messages.time_corrected')}`}
          {text.more && (
            <>
              {' · '}
              <bdi>{text.more}</bdi>
            </>
          )}
        </Text>
      </div>
    </li>
  )
}

/** The timeline behind a button, for screens with another focus. */
export function TimelineOnDemand({ of }: { of: TimelineOf }) {
  const { t } = useTranslation()
  const [isShown, setIsShown] = useState(false)
  if (isShown) return <Timeline of={of} />
  return (
    <Button variant="default" size="xs" mt="md" onClick={() => setIsShown(true)}>
      {t('timeline.show')}
    </Button>
  )
}
