import { useQuery } from '@tanstack/react-query'
import { Decimal } from 'decimal.js'
import { dayInZone } from '#core/domains/dispatch/dayInZone.ts'
import type { readAccount } from '#core/domains/orders/accountCalls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { lastOf } from '#core/platform/lists/firstOf.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useCommand } from '#web/platform/useCommand.ts'

export type Account = ResponseOf<typeof readAccount>['account']
export type AccountPayment = Account['payments'][number]

/** A customer's open invoices, payments and credits. */
export function useAccount(company_id: number) {
  return useQuery({
    // Below the documents: a change of an invoice changes the account.
    queryKey: ['transaction_documents', 'account', company_id],
    queryFn: reading<typeof readAccount>('/companies/:company_id/account', { params: { company_id } }),
    select: ({ account }) => account,
  })
}

/** A step that moves money of a customer. */
export function useMoneyStep<Input = void, Answer = unknown>(
  step: (input: Input) => Promise<Answer>,
  onDone?: (answer: Answer) => void,
) {
  return useCommand(['transaction_documents'], step, onDone)
}

const DAY_MS = 86_400_000

/**
 * The day of a payment on documents of these dates, YYYY-MM-DD: the reader's today, or the newest date where the business is ahead of the
 * reader's time zone, as no payment precedes its invoice.
 */
export function usePaymentDay(dates: readonly string[]): string {
  const { timeZone } = useFormat()
  const [today, furthest] = [0, 2 * DAY_MS].map((ahead) => dayInZone(Date.now() + ahead, timeZone, 'UTC'))
  return lastOf([today!, ...dates.filter((date) => date <= furthest!)].toSorted())
}

/** An amount as typed; incomplete input counts as zero. */
export function figureOf(text: string | undefined): Decimal {
  return new Decimal(/^\d+(\.\d+)?$/.test(text ?? '') ? text! : 0)
}
