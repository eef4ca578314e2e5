import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { acknowledgeAlerts, snoozeAlerts } from '#core/domains/alerts/calls.ts'
import type { AlertAnswer } from '#web/domains/telemetry/alert/useAlerts.ts'
import { CallRefused, type RefusedRecord } from '#web/platform/calls/api.ts'
import { request } from '#web/platform/calls/request.ts'
import { toastRefusal, toastResponse } from '#web/platform/toast.ts'
import type { AllMatching } from '#web/resources/list/useSelection.ts'

/** The alerts to answer together: each by id and version, or all that match the list. */
export type AlertTarget = { items: { id: number; if_updated_at?: string }[] } | { matching: AllMatching }

/** Answers many alerts alike: all or none. A refusal lists the reasons alert by alert. */
export function useAnswerAlerts() {
  const client = useQueryClient()
  const [report, setReport] = useState<readonly RefusedRecord[]>([])
  const [message, setMessage] = useState('')
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: ({ target, answer }: { target: AlertTarget; answer: AlertAnswer }) =>
      'until' in answer
        ? request<typeof snoozeAlerts>('POST', '/alerts/bulk_snooze', { body: { ...target, ...answer } })
        : request<typeof acknowledgeAlerts>('POST', '/alerts/bulk_acknowledge', {
            body: { ...target, ...answer },
          }),
    meta: { isQuiet: true },
    onSuccess: toastResponse,
    onError: (failure) => {
      const refused = failure instanceof CallRefused ? failure.body.report : undefined
      if (!refused) return toastRefusal(failure)
      setReport(refused)
      setMessage(failure instanceof CallRefused ? failure.message : '')
    },
    // Not awaited: a dialog that waited for the lists would still cover the message when the message disappears.
    onSettled: () => void client.invalidateQueries({ queryKey: ['alerts'] }),
  })
  return { answer: mutate, isBusy: isPending, error, reset, report, message, forget: () => setReport([]) }
}
