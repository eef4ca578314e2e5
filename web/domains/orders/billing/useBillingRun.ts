import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { readBillingRun, undoBilling } from '#core/domains/orders/billingCalls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { request } from '#web/platform/calls/request.ts'

export type BillingRun = ResponseOf<typeof readBillingRun>['billing_run']

/** Polling interval of a run, ms. */
const POLL_MS = 700
const PATH = '/billing/runs/:billing_run_id'

export const keyOfRun = (billing_run_id: number | undefined) => ['billing', 'run', billing_run_id]

/** Whether the server is working on a run. */
function isWorking(run: BillingRun | undefined): boolean {
  return run !== undefined && (run.status === 'running' || run.status === 'undoing' || run.is_mailing)
}

/** One run, polled while the server works on it; its end refreshes the changed data. */
export function useBillingRun(billing_run_id: number | undefined) {
  const client = useQueryClient()
  const params = { billing_run_id: billing_run_id! }
  const found = useQuery({
    queryKey: keyOfRun(billing_run_id),
    queryFn: async ({ signal }) =>
      (await request<typeof readBillingRun>('GET', `${PATH}/progress`, { params, signal })).billing_run,
    enabled: billing_run_id !== undefined,
    refetchInterval: ({ state }) => (isWorking(state.data) ? POLL_MS : false),
  })
  const status = found.data?.status
  const isOver = status === 'done' || status === 'undone'
  useEffect(() => {
    if (!isOver) return
    for (const key of [['billing', 'unbilled'], ['transaction_documents'], ['billing_runs']])
      void client.invalidateQueries({ queryKey: key })
  }, [isOver, client])
  const undo = useMutation({
    mutationFn: async () =>
      (await request<typeof undoBilling>('POST', `${PATH}/undo`, { params })).billing_run,
    onSuccess: (run) => client.setQueryData(keyOfRun(billing_run_id), run),
  })
  return { run: found.data, found, undo }
}
