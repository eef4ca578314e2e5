import { Anchor, Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { listUnbilled, readBillingRun, startBilling } from '#core/domains/orders/billingCalls.ts'
import { request } from '#web/platform/request.ts'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { UnbilledRow } from './UnbilledRow.tsx'
import { keyOf, type Unbilled } from './unbilled.ts'
import { useSum } from './useSum.ts'

/** Older deliveries are not selected at first, so that none is billed by accident, ms. */
const RECENT_MS = 31 * 86_400_000
/** Polling interval of a run, ms. */
const POLL_MS = 700

/** Maximum number of invoices listed for a run; the list of documents has them all. */
const MAX_LISTED = 8

/** All unbilled deliveries: one button bills those without warnings. */
export function BillingScreen() {
  const { t } = useTranslation()
  usePageTitle(t('screens.billing'))
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['billing', 'unbilled'],
    queryFn: ({ signal }) => request<typeof listUnbilled>('GET', '/billing/unbilled', { signal }),
  })
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({})
  const [showsEarlier, setShowsEarlier] = useState(false)
  const { run, start } = useBillingRun()
  const sum = useSum()
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return null
  const isRecent = ({ delivered_at }: Unbilled) =>
    delivered_at === null || Date.now() - Date.parse(delivered_at) < RECENT_MS
  const isChosen = (one: Unbilled) => chosen[keyOf(one)] ?? (one.odd.length === 0 && isRecent(one))
  const picked = data.unbilled.filter((one) => one.total !== null && isChosen(one))
  const recent = data.unbilled.filter(isRecent)
  const earlier = data.unbilled.filter((one) => !isRecent(one))
  const isBusy = start.isPending || (run !== undefined && run.finished_at === null)
  const rowsOf = (some: readonly Unbilled[]) =>
    some.map((one) => (
      <UnbilledRow
        key={keyOf(one)}
        unbilled={one}
        isChosen={isChosen(one)}
        isBusy={isBusy}
        onChoose={(next) => setChosen((all) => ({ ...all, [keyOf(one)]: next }))}
        onBill={() => start.mutate([one])}
      />
    ))
  return (
    <Stack gap="md" maw="var(--ullage-page)">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={1}>{t('screens.billing')}</Title>
          {data.unbilled.length > 0 && (
            <Text c="dimmed">
              {t('orders.billing.waiting', { count: data.unbilled.length + data.left_out })}
            </Text>
          )}
        </div>
        {data.unbilled.length > 0 && (
          <Button
            size="md"
            disabled={picked.length === 0}
            loading={isBusy}
            onClick={() => start.mutate(picked)}
          >
            {picked.length === 0
              ? t('orders.billing.bill')
              : t('orders.billing.bill_many', { count: picked.length, sum: sum(picked) })}
          </Button>
        )}
      </Group>
      {start.isError && <ErrorState error={start.error} onRetry={() => start.reset()} />}
      {run && <RunResult run={run} />}
      {data.unbilled.length === 0 && !run && (
        <EmptyState Icon={IconFileInvoice} title={t('orders.billing.none')} />
      )}
      {recent.length > 0 && (
        <Paper
          component="ul"
          aria-label={t('orders.billing.recent')}
          m={0}
          p={0}
          style={{ listStyle: 'none' }}
        >
          {rowsOf(recent)}
        </Paper>
      )}
      {earlier.length > 0 && (
        <div>
          <Button
            variant="subtle"
            aria-expanded={showsEarlier}
            onClick={() => setShowsEarlier((shown) => !shown)}
          >
            {t('orders.billing.earlier', { count: earlier.length + data.left_out })}
          </Button>
          {showsEarlier && (
            <Paper
              component="ul"
              aria-label={t('orders.billing.earlier', { count: earlier.length })}
              m={0}
              p={0}
              style={{ listStyle: 'none' }}
            >
              {rowsOf(earlier)}
            </Paper>
          )}
        </div>
      )}
    </Stack>
  )
}

type Run = Awaited<ReturnType<typeof readRun>>

const readRun = async (billing_run_id: number, signal?: AbortSignal) =>
  (
    await request<typeof readBillingRun>('GET', '/billing/runs/:billing_run_id', {
      params: { billing_run_id },
      ...(signal && { signal }),
    })
  ).billing_run

/** Starts a run, and follows it to its end. */
function useBillingRun() {
  const client = useQueryClient()
  const [id, setId] = useState<number>()
  const { data: run } = useQuery({
    queryKey: ['billing', 'run', id],
    queryFn: ({ signal }) => readRun(id!, signal),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.finished_at === null ? POLL_MS : false),
  })
  const isOver = run !== undefined && run.finished_at !== null
  useEffect(() => {
    if (!isOver) return
    void client.invalidateQueries({ queryKey: ['billing', 'unbilled'] })
    void client.invalidateQueries({ queryKey: ['transaction_documents'] })
  }, [isOver, client])
  const start = useMutation({
    mutationFn: async (some: readonly Unbilled[]) =>
      (
        await request<typeof startBilling>('POST', '/billing/runs', {
          body: {
            deliveries: some.map(({ document_id, shipment_id, device_id }) =>
              document_id === null ? { shipment_id: shipment_id!, device_id } : { document_id },
            ),
          },
        })
      ).billing_run,
    onSuccess: (started) => {
      client.setQueryData(['billing', 'run', started.billing_run_id], started)
      setId(started.billing_run_id)
    },
  })
  return { run, start }
}

/** The progress of a run; then its invoices, and what was not billed with the reason. */
function RunResult({ run }: { run: Run }) {
  const { t } = useTranslation()
  const { items, finished_at } = run
  const done = items.filter(({ is_done }) => is_done).length
  if (finished_at === null)
    return (
      <div role="status">
        <Text>{t('orders.billing.running', { done, count: items.length })}</Text>
        <Progress value={(done / items.length) * 100} aria-label={t('screens.billing')} />
      </div>
    )
  const billed = items.filter(({ invoice_id }) => invoice_id !== null)
  const refused = items.filter(({ refusal }) => refusal !== null)
  return (
    <Paper p="md" role="status">
      {billed.length > 0 && (
        <Text>
          <Text span fw={600}>
            {t('orders.billing.billed', { count: billed.length })}
          </Text>{' '}
          {billed.slice(0, MAX_LISTED).map(({ invoice_id, invoice_number }, index) => (
            <span key={invoice_id}>
              {index > 0 && ', '}
              <Anchor component={Link} to={`/order/${invoice_id}`}>
                <bdi>{invoice_number}</bdi>
              </Anchor>
            </span>
          ))}{' '}
          {billed.length > MAX_LISTED && (
            <Anchor component={Link} to="/orders?document_type=invoice">
              {t('orders.billing.all_invoices')}
            </Anchor>
          )}
        </Text>
      )}
      {refused.map(({ document_id, shipment_id, device_id, refusal }) => (
        <Text key={[document_id, shipment_id, device_id].join(' ')} c="urgent">
          {refusal}{' '}
          {document_id !== null && (
            <Anchor component={Link} to={`/order/${document_id}`}>
              {t('orders.billing.order')}
            </Anchor>
          )}
        </Text>
      ))}
    </Paper>
  )
}
