import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconBook2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import type { exportJournal, readJournal } from '#core/domains/finance/journalCalls.ts'
import { isSameAmount } from '#core/domains/orders/totals.ts'
import { reading, request } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useCommand } from '#web/platform/useCommand.ts'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { JournalBatches } from './JournalBatches.tsx'
import { JournalMonths } from './JournalMonths.tsx'
import type { Journal } from './journal.ts'

/** The journal of a seller: what waits for an account, its months, and what went to the accounting program. */
export function JournalScreen() {
  const { t } = useTranslation()
  usePageTitle(t('screens.accounting'))
  const [search, setSearch] = useSearchParams()
  const { data, isError, error, refetch } = useJournal(Number(search.get('seller_id')) || undefined)
  if (!data) return isError ? <ErrorState error={error} onRetry={refetch} /> : null
  if (data.seller_id === null)
    return (
      <Stack gap="md" maw="var(--ullage-page)">
        <Title order={1}>{t('screens.accounting')}</Title>
        <EmptyState
          Icon={IconBook2}
          title={t('finance.journal.none')}
          help={t('finance.journal.none_help')}
        />
      </Stack>
    )
  return (
    <Stack gap="md" maw="var(--ullage-page)">
      <Group justify="space-between" align="flex-end">
        <Title order={1}>{t('screens.accounting')}</Title>
        {data.sellers.length > 1 && (
          <SelectInput
            label={t('records.account_rules.fields.company_id')}
            data={data.sellers.map(({ seller_id, title }) => ({ value: String(seller_id), label: title }))}
            value={String(data.seller_id)}
            allowDeselect={false}
            w={320}
            maw="100%"
            onChange={(value) => setSearch({ seller_id: value ?? '' }, { replace: true })}
          />
        )}
        <ExportButton journal={data} seller_id={data.seller_id} />
      </Group>
      <Waiting journal={data} />
      <JournalMonths journal={data} seller_id={data.seller_id} />
      <JournalBatches batches={data.batches} />
    </Stack>
  )
}

/** Polling interval while entries get their lines, ms. */
const POLL_MS = 2000

function useJournal(seller_id: number | undefined) {
  return useQuery({
    queryKey: ['journal', seller_id],
    queryFn: reading<typeof readJournal>('/journal', { query: { seller_id } }),
    select: ({ journal }) => journal,
    // Entries get their lines a moment after their documents.
    refetchInterval: ({ state }) => (state.data && state.data.journal.due > 0 ? POLL_MS : false),
  })
}

/** Postings without an account, and whether receivables agree with the balances. */
function Waiting({ journal: { waiting, due, receivables } }: { journal: Journal }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { money } = useMoney()
  if (waiting.length > 0) return <WithoutAccount waiting={waiting} />
  if (due > 0)
    return <Text role="status">{t('finance.journal.due', { count: due, number: number(due, 0) })}</Text>
  return (
    <>
      {receivables.map(({ currency_id, journal, balances, not_sent }) => {
        const agrees = isSameAmount(journal, balances)
        return (
          <Text key={currency_id} c={agrees ? 'dimmed' : 'urgent'}>
            {t(agrees ? 'finance.journal.agrees' : 'finance.journal.differs', {
              journal: money(journal, currency_id),
              balances: money(balances, currency_id),
            })}
            {Number(not_sent) !== 0 &&
              ` ${t('finance.journal.not_sent', { amount: money(not_sent, currency_id) })}`}
          </Text>
        )
      })}
    </>
  )
}

function WithoutAccount({ waiting }: Pick<Journal, 'waiting'>) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const mayRead = useMay()('chart_of_accounts.read')
  return (
    <Alert color="mild" title={t('finance.journal.waits')}>
      <ul>
        {waiting.map(({ purpose, detail, entries }) => (
          <li key={`${purpose} ${detail}`}>
            {[
              t(`records.account_rules.choices.purpose.${purpose}`),
              purpose === 'money' && detail ? t(`records.payment_methods.${detail}`) : detail,
              t('finance.journal.entries', { count: entries, number: number(entries, 0) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </ul>
      {mayRead && (
        <Anchor component={Link} to="/configuration/account_rules">
          {t('finance.journal.set_rules')}
        </Anchor>
      )}
    </Alert>
  )
}

function ExportButton({ journal: { new_entries }, seller_id }: { journal: Journal; seller_id: number }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const mayExport = useMay()('transaction_documents.update')
  const make = useCommand(['journal'], () =>
    request<typeof exportJournal>('POST', '/journal/export', { body: { seller_id } }),
  )
  if (!mayExport) return null
  return (
    <Button size="md" disabled={new_entries === 0} loading={make.isPending} onClick={() => make.mutate()}>
      {new_entries === 0
        ? t('finance.journal.all_out')
        : t('finance.journal.export', { count: new_entries, number: number(new_entries, 0) })}
    </Button>
  )
}
