import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { alerts } from '#core/domains/alerts/alerts.ts'
import type { acknowledgeAlert, snoozeAlert } from '#core/domains/alerts/calls.ts'
import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import { LIST_RETRIES } from '#web/platform/calls/api.ts'
import { reading, request } from '#web/platform/calls/request.ts'
import { type DeviceQuery, queryOf, queryText } from '../device/useDevices.ts'
import type { AlertRow } from './AlertRow.ts'

/** Alerts, newest first; `status: 'open'` selects all that are not closed, `unacknowledged` and `answered` its two parts. */
export function useAlerts(query: DeviceQuery, isEnabled = true) {
  const text = queryText(query)
  return useQuery({
    queryKey: ['alerts', 'list', text],
    queryFn: reading<StandardCalls<typeof alerts, AlertRow>['list']>('/alerts', {
      query: queryOf(query),
      retries: LIST_RETRIES,
    }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  })
}

/** An answer: a note that acknowledges, or until when to snooze, and why. */
export type AlertAnswer = { note: string } | { until: string; reason: string }

/** Acknowledges or snoozes an alert. */
export function useAnswerAlert(alert_id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: AlertAnswer) =>
      'until' in body
        ? request<typeof snoozeAlert>('POST', '/alerts/:alert_id/snooze', { params: { alert_id }, body })
        : request<typeof acknowledgeAlert>('POST', '/alerts/:alert_id/acknowledge', {
            params: { alert_id },
            body,
          }),
    // Not awaited: a dialog that waited for the lists would still cover the message when the message disappears.
    onSettled: () => void client.invalidateQueries({ queryKey: ['alerts'] }),
  })
}
