import { sql } from 'kysely'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import type { Context } from '#server/platform/context.ts'

/** Marks the present period of a subscription as paid while the invoice that bills it is paid. Other invoices change nothing. */
export async function markSubscriptionPaid(
  { db }: Context,
  { invoice_id, status_id }: { invoice_id: number; status_id: number },
): Promise<void> {
  const paid = status_id === DOCUMENT_STATUS.paid ? 1 : 0
  await sql`update subscriptions s set paid = ${paid} from subscription_invoices b
    where b.invoice_id = ${invoice_id} and s.id = b.subscription_id and s.period_start = b.period_start
      and s.paid <> ${paid}`.execute(db)
}
