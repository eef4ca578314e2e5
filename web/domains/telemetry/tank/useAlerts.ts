import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { alerts } from '#core/domains/alerts/alerts.ts'
import type { acknowledgeAlert, snoozeAlert } from '#core/domains/alerts/calls.ts'
import type { StandardCalls } from '#core/resources/standardCalls.ts'
import { LIST_RETRIES } from '#web/platform/api.ts'
import { request } from '#web/platform/request.ts'
import type { AlertRow } from './AlertRow.ts'
import { askedOf, type DeviceQuery, queryText } from './useDevices.ts'

/** Alerts, newest first; `status: 'open'` asks for all that is not closed. */
export function useAlerts(query: DeviceQuery) {
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
  })
}

/** Says that somebody has seen an alert. */
export function useAcknowledgeAlert() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ alert_id, note }: { alert_id: number; note: string }) =>
      request<typeof acknowledgeAlert>('POST', '/alerts/:alert_id/acknowledge', {
        params: { alert_id },
        body: { note },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['alerts'] }),
  })
}

/** Keeps an alert quiet until a moment. */
export function useSnoozeAlert() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ alert_id, ...body }: { alert_id: number; until: string; reason: string }) =>
      request<typeof snoozeAlert>('POST', '/alerts/:alert_id/snooze', { params: { alert_id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['alerts'] }),
  })
}
