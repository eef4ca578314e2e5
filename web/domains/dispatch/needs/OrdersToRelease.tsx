import { Alert, Anchor } from '@mantine/core'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { mayDecideOrders } from '#core/domains/orders/ordering.ts'
import type { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import { request } from '#web/platform/calls/request.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useMover } from '#web/resources/useMover.ts'

const QUERY = { status_id: String(DOCUMENT_STATUS.new), document_type: 'sales_order' }

/** The number of new orders, which are not among the needs before their release, for users who may release them. */
export function OrdersToRelease() {
  const { t } = useTranslation()
  const user = useMover()
  const mayRelease =
    user.may('transaction_documents.read') &&
    user.may('transaction_documents.update') &&
    mayDecideOrders(user)
  const { data: count = 0 } = useQuery({
    // The menu counts the same orders.
    queryKey: ['transaction_documents', 'list', 'waiting', QUERY],
    queryFn: mayRelease
      ? async ({ signal }) => {
          const { page } = await request<StandardCalls<typeof transaction_documents>['list']>(
            'GET',
            '/transaction_documents',
            { query: { ...QUERY, page_size: '1' }, signal },
          )
          return page?.total_records ?? 0
        }
      : skipToken,
  })
  if (count === 0) return null
  return (
    <Alert role="note" color="mild" radius={0} p="xs">
      <Anchor component={Link} to={`/orders?${new URLSearchParams(QUERY)}`} size="sm">
        {t('dispatch.to_release', { count })}
      </Anchor>
    </Alert>
  )
}
