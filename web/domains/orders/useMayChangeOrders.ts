import { mayDecideOrders } from '#core/domains/orders/ordering.ts'
import { useMover } from '#web/resources/useMover.ts'

/** Whether the user may change documents, and decides about them: prices, payments, billing and credit. */
export function useMayChangeOrders(): boolean {
  const user = useMover()
  return user.may('transaction_documents.update') && mayDecideOrders(user)
}
