import { Anchor, Paper, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { readToday } from '#core/domains/dashboard/calls.ts'
import { DISPATCH_LOGIN_TYPES } from '#core/domains/dispatch/dispatchLoginTypes.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import type { WidgetProps } from '#web/ui/WidgetPanel.tsx'

/** Polling interval, as lateness changes with the clock, ms. */
const POLL_MS = 60_000

/** The day in one line: rounds, gallons, late stops; what customers owe, and how much of it is overdue. */
export function TodayWidget({ title }: WidgetProps) {
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['shipment_planners', 'today'],
    queryFn: reading<typeof readToday>('/dashboard/today'),
    select: ({ today }) => today,
    refetchInterval: POLL_MS,
  })
  const { isPending } = useMoney()
  if (isError && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || isPending) return <Skeleton h={{ base: 174, sm: 80 }} radius="lg" />
  return <Figures title={title} today={data} />
}

function Figures({ title, today }: WidgetProps & { today: ResponseOf<typeof readToday>['today'] }) {
  const { t } = useTranslation()
  const { number, quantity } = useFormat()
  const { money } = useMoney()
  const { login_type_id, only_buys } = useUser()
  const { day, rounds, drafts, finished, stops, closed_stops, late_stops, planned, delivered, unit, owed } =
    today
  const toRounds = DISPATCH_LOGIN_TYPES.includes(login_type_id)
    ? `/dispatch?day=${day}`
    : '/shipment_planners?dashboard=1'
  // Almost always one currency; the currency of most invoices has the figures, the others a note.
  const [main, ...others] = owed ?? []
  const alsoIn = (name: 'open' | 'overdue') =>
    others
      .flatMap((other) => (Number(other[name]) > 0 ? [`+ ${money(other[name], other.currency_id)}`] : []))
      .join(' ')
  const toInvoices = '/orders?document_type=invoice&dashboard=1'
  const toOverdue = only_buys ? toInvoices : '/receivables'
  return (
    <Paper
      component="section"
      aria-label={title}
      h="100%"
      px="md"
      py="xs"
      style={{ overflow: 'auto', alignContent: 'center' }}
    >
      <SimpleGrid cols={{ base: 2, sm: main ? 5 : 3 }} spacing="md" verticalSpacing="xs">
        <Figure
          label={t('shipments.today.rounds')}
          value={number(rounds)}
          to={toRounds}
          note={[
            ...(finished > 0 ? [t('shipments.today.finished', { count: finished })] : []),
            ...(drafts > 0 ? [t('shipments.today.drafts', { count: drafts })] : []),
          ].join(' · ')}
        />
        <Figure
          label={t('shipments.today.delivered')}
          value={quantity(delivered, unit, 0)}
          note={planned > 0 ? t('shipments.today.of', { planned: quantity(planned, unit, 0) }) : ''}
        />
        <Figure
          label={t('shipments.today.late')}
          value={number(late_stops)}
          {...(late_stops > 0 && { to: toRounds, isUrgent: true })}
          note={stops > 0 ? t('shipments.today.stops', { closed: closed_stops, count: stops }) : ''}
        />
        {main && (
          <>
            <Figure
              label={t('shipments.today.owed')}
              value={money(main.open, main.currency_id)}
              note={alsoIn('open')}
              to={toInvoices}
            />
            <Figure
              label={t('shipments.today.overdue')}
              value={money(main.overdue, main.currency_id)}
              note={alsoIn('overdue')}
              to={toOverdue}
              isUrgent={Number(main.overdue) > 0}
            />
          </>
        )}
      </SimpleGrid>
    </Paper>
  )
}

interface FigureProps {
  label: string
  value: string
  note?: string
  to?: string
  isUrgent?: boolean
}

function Figure({ label, value, note, to, isUrgent = false }: FigureProps) {
  const color = isUrgent ? 'urgent' : undefined
  const shown = (
    <>
      <Text span display="block" size="sm" c="dimmed">
        {label}
      </Text>
      <Text span size="xl" fw={650} lh={1.25} c={color} data-figures>
        {value}
      </Text>{' '}
      {note && (
        <Text span size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </>
  )
  // The whole figure is the link: a number alone is too small for a finger.
  return to ? (
    <Anchor component={Link} to={to} display="block" c="inherit" underline="never">
      {shown}
    </Anchor>
  ) : (
    <div>{shown}</div>
  )
}
