import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { alerts } from '#core/domains/alerts/alerts.ts'
import type { acknowledgeAlert, snoozeAlert } from '#core/domains/alerts/calls.ts'
import type { StandardCalls } from '#core/resources/standardCalls.ts'
import { LIST_RETRIES } from '#web/platform/api.ts'
import { request } from '#web/platform/request.ts'
import type { AlertRow } from './AlertRow.ts'
import { askedOf, type DeviceQuery, queryText } from './useDevices.ts'

/**
 * Alerts, newest first; `status: 'open'` asks for all that is not closed, `unacknowledged` and `answered` for its two parts.
 */
export function useAlerts(query: DeviceQuery, isWanted = true) {
  const text = queryText(query)
  return useQuery({
    queryKey: ['alerts', 'list', text],
    queryFn: ({ signal }) =>
      request<StandardCalls<typeof alerts, AlertRow>['list']>('GET', '/alerts', {
        query: askedOf(query),
        signal,
        retries: LIST_RETRIES,
      }),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  })
}

/** What one says to an alert: a note that one has seen it, or until when it shall be quiet, and why. */
export type AlertAnswer = { note: string } | { until: string; reason: string }

/** Says that somebody has seen an alert, or keeps it quiet until a moment. */
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
