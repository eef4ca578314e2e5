import { Alert, Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { mayDecideOrders } from '#core/domains/orders/ordering.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { Waiting } from '#web/resources/screen.ts'
import { useMover } from '#web/resources/useMover.ts'
import { useWaitingCount } from '#web/resources/useWaitingCount.ts'

/** The menu counts the same orders. */
const NEW_ORDERS: Waiting = {
  kind: 'transaction_documents',
  path: '/transaction_documents',
  query: { status_id: String(DOCUMENT_STATUS.new), document_type: 'sales_order' },
}

/** The number of new orders, which are not among the needs before their release, for users who may release them. */
export function OrdersToRelease() {
  const { t } = useTranslation()
  const user = useMover()
  const mayRelease =
    user.may('transaction_documents.read') &&
    user.may('transaction_documents.update') &&
    mayDecideOrders(user)
  const count = useWaitingCount(mayRelease ? NEW_ORDERS : undefined)
  if (count === 0) return null
  return (
    <Alert role="note" color="mild" radius={0} p="xs">
      <Anchor component={Link} to={`/orders?${new URLSearchParams(NEW_ORDERS.query)}`} size="sm">
        {t('dispatch.to_release', { count })}
      </Anchor>
    </Alert>
  )
}
