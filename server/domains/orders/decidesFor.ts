import { mayDecideOrders } from '#core/domains/orders/ordering.ts'
import type { Actor } from '#server/platform/context.ts'
import { isSoldTo } from '#server/resources/rights/isSoldTo.ts'

/** Whether an actor decides about the documents of a company: not about those that their own company buys. */
export function decidesFor(actor: Actor, company_id: number | null): boolean {
  return mayDecideOrders(actor) && (company_id === null || isSoldTo(actor, company_id))
}
