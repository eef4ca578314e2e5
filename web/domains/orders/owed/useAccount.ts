import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Decimal } from 'decimal.js'
import type { readAccount } from '#core/domains/orders/accountCalls.ts'
import type { AnswerOf } from '#core/platform/defineCall.ts'
import { CallRefused } from '#web/platform/api.ts'
import { request } from '#web/platform/request.ts'

export type Account = AnswerOf<typeof readAccount>['account']
export type AccountPayment = Account['payments'][number]

/** A customer's open invoices, payments and credits. */
export function useAccount(company_id: number) {
  return useQuery({
    // Below the documents: a change of an invoice changes the account.
    queryKey: ['transaction_documents', 'account', company_id],
    queryFn: async ({ signal }) =>
      (
        await request<typeof readAccount>('GET', '/companies/:company_id/account', {
          params: { company_id },
          signal,
        })
      ).account,
  })
}

/** A step that moves money of a customer. */
export function useMoneyStep<T>(step: (input: T) => Promise<unknown>, onDone?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: step,
    ...(onDone && { onSuccess: onDone }),
    // After a refusal as well: another user may have moved it meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: ['transaction_documents'] }),
  })
}

/** An amount as typed; incomplete input counts as zero. */
export function figureOf(text: string | undefined): Decimal {
  return new Decimal(/^\d+(\.\d+)?$/.test(text ?? '') ? text! : 0)
}

/** The messages of a refusal by field, and of those without a field that the form shows. */
export function issuesOf(error: unknown): readonly { field: string; message: string }[] {
  return error instanceof CallRefused ? (error.answer.errors ?? []) : []
}
