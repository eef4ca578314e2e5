import { Anchor, Button, Group, List, Paper, Progress, Stack, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { useConfirm } from '#web/resources/useConfirm.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import type { BillingRun } from './useBillingRun.ts'

interface RunResultProps {
  run: BillingRun
  undo: UseMutationResult<BillingRun, Error, void>
}

/** The progress of a run; then its result, and a way to undo it as long as nothing was sent. */
export function RunResult({ run, undo }: RunResultProps) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const { status, deliveries, done, invoices, refused, totals, mails, mailed } = run
  if (status === 'running')
    return (
      <div role="status">
        <Text>{t('orders.billing.running', { done, count: deliveries })}</Text>
        <Progress value={(done / deliveries) * 100} aria-label={t('screens.billing')} />
      </div>
    )
  return (
    <Paper p="md" role="status">
      <Stack gap="xs">
        {invoices > 0 && (
          <Billed run={run}>
            <Text>
              <Text span fw={600}>
                {t('orders.billing.billed', { count: invoices })}
              </Text>{' '}
              {totals.map(({ currency_id, total }) => money(total, currency_id)).join(' + ')}
            </Text>
          </Billed>
        )}
        {refused > 0 && <Text>{t('orders.billing.refused', { count: refused })}</Text>}
        {mails && status === 'done' && invoices > 0 && (
          <Text>{t('orders.billing.mailed', { count: mailed, of: invoices })}</Text>
        )}
        {status !== 'done' && <Text fw={600}>{t(`orders.billing.${status}`)}</Text>}
        <Failures run={run} />
        {undo.isError && <ErrorState error={undo.error} onRetry={() => undo.reset()} />}
        {run.is_undoable && <UndoButton undo={undo} />}
      </Stack>
    </Paper>
  )
}

/** Numbers of invoices that are shown at once. */
const MAX_SHOWN_INVOICES = 3

/** The invoices of a run below their sum; many of them on request. */
function Billed({ run: { billed, invoices }, children }: { run: BillingRun; children: ReactNode }) {
  const { t } = useTranslation()
  const [isWanted, setWanted] = useState(false)
  const isShown = isWanted || billed.length <= MAX_SHOWN_INVOICES
  return (
    <div>
      <Group gap="xs">
        {children}
        {billed.length > MAX_SHOWN_INVOICES && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={isShown}
            onClick={() => setWanted((next) => !next)}
          >
            {t(isShown ? 'orders.billing.hide_invoices' : 'orders.billing.show_invoices')}
          </Button>
        )}
      </Group>
      {isShown && (
        <Text>
          {billed.map(({ document_id, document_number }, index) => (
            <span key={document_id}>
              {index > 0 && ', '}
              <Anchor component={Link} to={`/order/${document_id}`} style={{ whiteSpace: 'nowrap' }}>
                <bdi>{document_number}</bdi>
              </Anchor>
            </span>
          ))}{' '}
          {invoices > billed.length && (
            <Anchor component={Link} to="/orders?document_type=invoice">
              {t('orders.billing.all_invoices')}
            </Anchor>
          )}
        </Text>
      )}
    </div>
  )
}

/** Orders and invoices that were not billed, mailed or undone, with the reason. */
function Failures({ run: { failures } }: { run: BillingRun }) {
  const { t } = useTranslation()
  if (failures.length === 0) return null
  return (
    <List size="sm" aria-label={t('orders.billing.failures')}>
      {failures.map(({ document_id, company_title, place, refusal }, index) => (
        <List.Item key={`${document_id} ${index}`}>
          <bdi>{company_title}</bdi> · <bdi>{place}</bdi>:{' '}
          <Text span c="urgent">
            {refusal}
          </Text>{' '}
          {document_id !== null && (
            <Anchor component={Link} to={`/order/${document_id}`}>
              {t('orders.billing.order')}
            </Anchor>
          )}
        </List.Item>
      ))}
    </List>
  )
}

function UndoButton({ undo }: Pick<RunResultProps, 'undo'>) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const ask = () =>
    confirm({
      title: t('orders.billing.undo_sure'),
      why: <Text size="sm">{t('orders.billing.undo_means')}</Text>,
      action: t('orders.billing.undo'),
      onConfirm: () => undo.mutate(),
    })
  return (
    <Group>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        loading={undo.isPending}
        onClick={ask}
      >
        {t('orders.billing.undo')}
      </Button>
    </Group>
  )
}
