import { skipToken, useQuery } from '@tanstack/react-query'
import { Decimal } from 'decimal.js'
import type { readOwed } from '#core/domains/orders/calls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { reading } from '#web/platform/calls/request.ts'

/** The open invoices of a company; nothing is read without one. */
export function useOwed(company_id: number | undefined) {
  return useQuery({
    // Below the documents' key: a change of an invoice changes the debt.
    queryKey: ['transaction_documents', 'owed', company_id],
    queryFn:
      company_id === undefined
        ? skipToken
        : reading<typeof readOwed>('/companies/:company_id/owed', { params: { company_id } }),
    select: ({ owed }) => owed,
  })
}

export type Owed = ResponseOf<typeof readOwed>['owed']

/** Debt of a company after its unapplied payments and credits. */
export const balanceOf = ({ open, unapplied }: Owed) => new Decimal(open).minus(unapplied)
