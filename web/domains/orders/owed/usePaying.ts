import { useState } from 'react'
import { spread } from '#core/domains/orders/account.ts'
import type {
  allocateCredit,
  allocatePayment,
  recordCustomerPayment,
} from '#core/domains/orders/accountCalls.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { sumOf } from '#core/platform/numbers/exact.ts'
import { request } from '#web/platform/calls/request.ts'
import { trimDecimalZeros } from '#web/platform/format/format.ts'
import { messageOf } from '#web/ui/StepDialog.tsx'
import { paymentBody, type TypedPayment } from './PaymentFields.tsx'
import { type Account, figureOf, useMoneyStep, usePaymentDay } from './useAccount.ts'

/** The rest of a payment or a credit note, to be applied to invoices. */
export interface Rest {
  payment_id?: number
  document_id?: number
  left: string
  currency_id: number
}

/** Amounts by invoice, once one was changed by hand. */
type ChangedParts = Readonly<Record<number, string>>

/** The input of a payment or of its rest, its allocation to invoices, and the step that sends it. */
export function usePaying(account: Account, rest: Rest | undefined, onDone: () => void) {
  const [currency_id, setCurrency] = useState(rest?.currency_id ?? account.currency_id)
  const today = usePaymentDay(account.open_invoices.map(({ document_date }) => document_date))
  const [payment, setPayment] = useState<TypedPayment>({
    amount: '',
    method: 'check',
    day: today,
    reference: '',
  })
  const [changed, setChanged] = useState<ChangedParts>()
  const parts = partsOf(account, currency_id, rest ? rest.left : payment.amount, changed)
  const { invoices, allocations } = parts
  const pay = useMoneyStep(
    (): Promise<unknown> =>
      allocateRest(rest, allocations) ??
      request<typeof recordCustomerPayment>('POST', '/companies/:company_id/payments', {
        params: { company_id: account.company_id },
        body: {
          ...paymentBody(payment),
          currency_id,
          allocations,
        },
      }),
    onDone,
  )
  return {
    ...parts,
    ...{ currency_id, setCurrency, payment, setPayment, today, pay },
    errorOf: (name: string) => messageOf(pay.error, name),
    /** Pays the oldest invoices first again. */
    spreadAgain: () => setChanged(undefined),
    changePart: (document_id: number, part: string) =>
      setChanged({
        ...Object.fromEntries(invoices.map((invoice) => [invoice.document_id, invoice.part])),
        [document_id]: part,
      }),
  }
}

interface Allocation {
  document_id: number
  amount: string
}

/** The open invoices of a currency with the amount allocated to each, and the sums. */
function partsOf(account: Account, currency_id: number, amount: string, changed: ChangedParts | undefined) {
  const isOwn = currency_id === account.currency_id
  const open = account.open_invoices
    .filter((invoice) => isOwn || invoice.currency_id === currency_id)
    .map((invoice) => ({ ...invoice, owed: isOwn ? invoice.balance : invoice.document_balance }))
  const owed = open.map((item) => item.owed)
  const oldest = spread(figureOf(amount).toFixed(), owed)
  const invoices = open.map((item, index) => ({
    ...item,
    part: changed?.[item.document_id] ?? trimDecimalZeros(itemAt(oldest, index)),
  }))
  const applied = sumOf(invoices.map(({ part }) => figureOf(part)))
  return {
    invoices,
    open: sumOf(owed),
    applied,
    left: figureOf(amount).minus(applied),
    allocations: invoices.flatMap(({ document_id, part }): Allocation[] =>
      figureOf(part).isZero() ? [] : [{ document_id, amount: figureOf(part).toFixed() }],
    ),
  }
}

/** Applies a rest to invoices; undefined for a new payment. */
function allocateRest(
  { payment_id, document_id }: Partial<Rest> = {},
  allocations: Allocation[],
): Promise<unknown> | undefined {
  if (payment_id !== undefined)
    return request<typeof allocatePayment>('POST', '/customer_payments/:payment_id/allocate', {
      params: { payment_id },
      body: { allocations },
    })
  if (document_id === undefined) return undefined
  return request<typeof allocateCredit>('POST', '/transaction_documents/:document_id/allocate', {
    params: { document_id },
    body: { allocations },
  })
}
