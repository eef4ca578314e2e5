import { Anchor, Button, Group, List, Paper, Stack, Switch, Text, Title } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Decimal } from 'decimal.js'
import { useState } from 'react'
import { Link } from 'react-router'
import type { listUnbilled, startBilling } from '#core/domains/orders/billingCalls.ts'
import { reading, request } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { useConfirm } from '#web/resources/useConfirm.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { DayChoice, isOnDay } from './DayChoice.tsx'
import { RunResult } from './RunResult.tsx'
import { UnbilledRow } from './UnbilledRow.tsx'
import { deliveryOf, keyOf, type Unbilled } from './unbilled.ts'
import { keyOfRun, useBillingRun } from './useBillingRun.ts'
import { REASONS, useOddities } from './useOddities.ts'

/** Older deliveries are not selected at first, so that none is billed by accident, ms. */
const RECENT_MS = 31 * 86_400_000

/** Rows of a list that are shown at first, and with each request for more. */
const PAGE = 100

/** Deliveries to bill today: one button bills the deliveries without warnings. Earlier and later ones are shown on demand. */
export function BillingScreen() {
  const { t } = useTranslation()
  usePageTitle(t('screens.billing'))
  const { data, isError, error, refetch, isFetching } = useQuery({
    queryKey: ['billing', 'unbilled'],
    queryFn: reading<typeof listUnbilled>('/billing/unbilled'),
  })
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({})
  const [mails, setMails] = useState<boolean>()
  const { start, started } = useStart()
  const { run, undo } = useBillingRun(started)
  const sum = useSum()
  const ask = useQuestion()
  const { timeZone } = useFormat()
  const [day, setDay] = useState<string>()
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return null
  const isChosen = (unbilled: Unbilled) => chosen[keyOf(unbilled)] ?? isReady(unbilled)
  const shown = data.unbilled.filter((item) => day === undefined || isOnDay(item, day, timeZone))
  const leftOut = day === undefined ? data.left_out : 0
  const picked = shown.filter((item) => item.total !== null && isChosen(item))
  const isMailed = mails ?? data.mails
  const bill = (some: readonly Unbilled[]) => ask(some, () => start.mutate({ some, mails: isMailed }))
  const list = {
    isChosen,
    // Deliveries billed by a run stay listed until the list is refetched.
    isBusy: start.isPending || run?.status === 'running' || (run?.status === 'done' && isFetching),
    onChoose: (unbilled: Unbilled, next: boolean) =>
      setChosen((all) => ({ ...all, [keyOf(unbilled)]: next })),
    onBill: (unbilled: Unbilled) => bill([unbilled]),
  }
  const { due, later, earlier, counts } = sortOut(shown, leftOut)
  const parts = Object.entries(counts).flatMap(([part, count]) =>
    count > 0 ? [t(`orders.billing.${part}`, { count })] : [],
  )
  return (
    <Stack gap="md" maw="var(--ullage-page)">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={1}>{t('screens.billing')}</Title>
          {parts.length > 0 && <Text c="dimmed">{parts.join(' · ')}</Text>}
          <Anchor component={Link} to="/billing_runs">
            {t('orders.billing.earlier_runs')}
          </Anchor>
        </div>
        {data.unbilled.length > 0 && (
          <Group>
            <Switch
              label={t('orders.billing.mail')}
              checked={isMailed}
              onChange={({ currentTarget }) => setMails(currentTarget.checked)}
            />
            <Button
              size="md"
              disabled={picked.length === 0}
              loading={list.isBusy}
              onClick={() => bill(picked)}
            >
              {picked.length === 0
                ? t('orders.billing.bill')
                : t('orders.billing.bill_many', { count: picked.length, sum: sum(picked) })}
            </Button>
          </Group>
        )}
      </Group>
      {start.isError && <ErrorState error={start.error} onRetry={() => start.reset()} />}
      {run && <RunResult {...{ run, undo }} />}
      {data.unbilled.length > 0 && <DayChoice day={day} onChange={setDay} />}
      {shown.length === 0 && !run && (
        <EmptyState
          Icon={IconFileInvoice}
          title={t(day === undefined ? 'orders.billing.none' : 'orders.billing.none_of_day')}
        />
      )}
      <UnbilledList {...list} label={t('orders.billing.recent')} some={due} />
      <MoreUnbilled {...list} text="later" some={later} />
      <MoreUnbilled {...list} text="earlier" some={earlier} leftOut={leftOut} />
    </Stack>
  )
}

const isRecent = ({ delivered_at }: Unbilled) =>
  delivered_at === null || Date.now() - Date.parse(delivered_at) < RECENT_MS
const isDue = (unbilled: Unbilled) => unbilled.is_due && isRecent(unbilled)
const reasonOf = ({ odd }: Unbilled) => REASONS.findIndex((reason) => odd.includes(reason))
const isReady = (unbilled: Unbilled) => unbilled.odd.length === 0 && isDue(unbilled)

/** Deliveries to bill now, not due yet, and older, with the counts for the heading. */
function sortOut(unbilled: readonly Unbilled[], leftOut: number) {
  // The ready ones, which the button above bills, come first; those to check follow by reason.
  const due = unbilled.filter(isDue).toSorted((one, other) => reasonOf(one) - reasonOf(other))
  const later = unbilled.filter((item) => !item.is_due)
  const earlier = unbilled.filter((item) => item.is_due && !isRecent(item))
  const ready = due.filter(isReady).length
  const counts = {
    ready,
    with_warning: due.length - ready,
    older: earlier.length + leftOut,
    for_later: later.length,
  }
  return { due, later, earlier, counts }
}

interface ListProps {
  some: readonly Unbilled[]
  isChosen: (one: Unbilled) => boolean
  isBusy: boolean
  onChoose: (one: Unbilled, next: boolean) => void
  onBill: (one: Unbilled) => void
}

function UnbilledList({ label, some, isChosen, isBusy, onChoose, onBill }: ListProps & { label: string }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(PAGE)
  if (some.length === 0) return null
  return (
    <>
      <Paper component="ul" aria-label={label} m={0} p={0} style={{ listStyle: 'none' }}>
        {some.slice(0, shown).map((item) => (
          <UnbilledRow
            key={keyOf(item)}
            unbilled={item}
            isChosen={isChosen(item)}
            isBusy={isBusy}
            onChoose={(next) => onChoose(item, next)}
            onBill={() => onBill(item)}
          />
        ))}
      </Paper>
      {shown < some.length && (
        <Group>
          <Button variant="subtle" onClick={() => setShown((count) => count + PAGE)}>
            {t('orders.billing.more', { count: some.length - shown })}
          </Button>
        </Group>
      )}
    </>
  )
}

/** Deliveries that are shown on demand. */
function MoreUnbilled({
  text,
  leftOut = 0,
  ...list
}: ListProps & { text: 'earlier' | 'later'; leftOut?: number }) {
  const { t } = useTranslation()
  const [isShown, setIsShown] = useState(false)
  const { some } = list
  if (some.length === 0) return null
  return (
    <div>
      <Button variant="subtle" aria-expanded={isShown} onClick={() => setIsShown((shown) => !shown)}>
        {t(`orders.billing.${text}`, { count: some.length + leftOut })}
      </Button>
      {isShown && (
        <UnbilledList {...list} label={t(`orders.billing.${text}`, { count: some.length + leftOut })} />
      )}
    </div>
  )
}

/** Returns a function that names the warnings of deliveries, and asks before they are billed. */
function useQuestion(): (some: readonly Unbilled[], onConfirm: () => void) => void {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const odditiesOf = useOddities()
  return (some, onConfirm) => {
    const odd = some.filter(({ odd, total }) => odd.length > 0 && total !== null)
    if (odd.length === 0) return onConfirm()
    const why = odd.map((item) => (
      <List.Item key={keyOf(item)}>
        <bdi>{item.company_title}</bdi> · <bdi>{item.place}</bdi>:{' '}
        {odditiesOf(item)
          .map(({ text }) => text)
          .join(' ')}
      </List.Item>
    ))
    confirm({
      title: t('orders.billing.anyway_sure', { count: odd.length }),
      why: <List size="sm">{why}</List>,
      action: t('orders.billing.bill_anyway'),
      onConfirm,
    })
  }
}

/** Starts runs. */
function useStart() {
  const client = useQueryClient()
  const [started, setStarted] = useState<number>()
  const start = useMutation({
    mutationFn: async ({ some, mails }: { some: readonly Unbilled[]; mails: boolean }) =>
      (
        await request<typeof startBilling>('POST', '/billing/runs', {
          body: { deliveries: some.map(deliveryOf), mails },
        })
      ).billing_run,
    onSuccess: (run) => {
      client.setQueryData(keyOfRun(run.billing_run_id), run)
      setStarted(run.billing_run_id)
    },
  })
  return { start, started }
}

/** The sum of some invoices, per currency. */
function useSum(): (some: readonly Unbilled[]) => string {
  const { money } = useMoney()
  return (some) => {
    const sums = new Map<number, Decimal>()
    for (const { total, currency_id } of some)
      sums.set(currency_id, (sums.get(currency_id) ?? new Decimal(0)).plus(total ?? 0))
    return [...sums].map(([currency_id, sum]) => money(sum.toFixed(3), currency_id)).join(' + ')
  }
}
