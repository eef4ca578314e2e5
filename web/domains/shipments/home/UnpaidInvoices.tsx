import { Anchor, Badge, Group, Skeleton, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { dayInZone } from '#core/domains/dispatch/dayInZone.ts'
import { ORDERING_LOGIN_TYPES } from '#core/domains/orders/ordering.ts'
import type { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { useNow } from '#web/platform/useNow.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { MoneyText } from '#web/resources/kinds/MoneyText.tsx'
import { useRecordAddress } from '#web/resources/recordAddress.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { WidgetPanel } from '#web/ui/WidgetPanel.tsx'
import styles from './Home.module.css'

/** The open invoices with the earliest due day first; customers see sent ones only. */
const OPEN_INVOICES = {
  document_type: 'invoice',
  dashboard: '1',
  sort: 'due_date',
  page_size: '20',
  page_num: '1',
  fields: 'document_number,due_date,document_balance,currency_id',
} as const

/** Unpaid invoices with their due dates. Hidden for users who may not read invoices. */
export function UnpaidInvoices() {
  const may = useMay()
  const { login_type_id } = useUser()
  const mayRead = may('transaction_documents.read') && ORDERING_LOGIN_TYPES.includes(login_type_id)
  return mayRead ? <Invoices /> : null
}

function Invoices() {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['transaction_documents', 'list', OPEN_INVOICES],
    queryFn: reading<StandardCalls<typeof transaction_documents>['list']>('/transaction_documents', {
      query: OPEN_INVOICES,
    }),
    select: ({ transaction_documents }) => transaction_documents,
  })
  const unpaid = data?.filter(({ document_balance }) => Number(document_balance) > 0)
  return (
    <WidgetPanel
      title={t('home.to_pay')}
      isFlush
      action={
        unpaid &&
        unpaid.length > 0 && (
          <Anchor component={Link} to="/orders?document_type=invoice&dashboard=1" size="sm">
            {t('resources.widget.all')}
          </Anchor>
        )
      }
    >
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!unpaid && !isError && <Skeleton h={96} m="sm" w="auto" />}
      {unpaid?.length === 0 && (
        <EmptyState Icon={IconCircleCheck} color="fine" title={t('home.nothing_to_pay')} />
      )}
      <ul className={styles.invoices}>
        {unpaid?.map((invoice) => (
          <Invoice key={invoice.document_id} {...invoice} />
        ))}
      </ul>
    </WidgetPanel>
  )
}

interface InvoiceProps {
  document_id: number
  document_number: string | null
  due_date: string | null
  document_balance: string | null
  currency_id: number | null
}

function Invoice({ document_id, document_number, due_date, document_balance, currency_id }: InvoiceProps) {
  const { t } = useTranslation()
  const { date, timeZone } = useFormat()
  const today = dayInZone(useNow(), timeZone, 'UTC')
  const isLate = due_date !== null && due_date < today
  return (
    <li>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <div>
          <Anchor
            component={Link}
            to={useRecordAddress()('transaction_documents', document_id) ?? ''}
            fw={600}
            size="sm"
          >
            <bdi>{document_number}</bdi>
          </Anchor>
          <Text size="sm" c="dimmed">
            {due_date && t('telemetry.next.due', { day: date(due_date) })}
          </Text>
        </div>
        <Group gap="xs" wrap="nowrap">
          {isLate && <Badge color="urgent">{t('home.overdue')}</Badge>}
          <Text fw={650} data-figures>
            <MoneyText amount={document_balance ?? '0'} currency_id={currency_id} />
          </Text>
        </Group>
      </Group>
    </li>
  )
}
