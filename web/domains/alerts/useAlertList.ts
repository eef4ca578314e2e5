import { alerts as resource } from '#core/domains/alerts/alerts.ts'
import type { AlertRow } from '#web/domains/telemetry/alert/AlertRow.ts'
import { useAlerts } from '#web/domains/telemetry/alert/useAlerts.ts'
import { queryOf } from '#web/domains/telemetry/device/useDevices.ts'
import { useListState } from '#web/resources/list/useListState.ts'

const PAGE_SIZE = 50
const NONE: AlertRow[] = []

/** The alerts that the address selects; open ones are split into waiting and answered. */
export function useAlertList() {
  const { filters, page, change } = useListState(resource)
  const { status = 'open', ...narrowed } = filters
  const { level } = narrowed
  const isParted = status === 'open'
  const listQuery = queryOf({
    ...narrowed,
    status: isParted ? 'unacknowledged' : status === 'all' ? undefined : status,
  })
  // Waiting alerts: the worst first.
  const first = useAlerts({
    ...{ page_size: PAGE_SIZE, ...listQuery, page_num: page },
    ...(isParted && { sort: 'urgency' }),
  })
  const answered = useAlerts({ page_size: PAGE_SIZE, ...narrowed, status: 'answered' }, isParted)
  const total = first.data?.page.total_records ?? 0
  return {
    status,
    level: level ?? null,
    change,
    page,
    pages: Math.ceil(total / PAGE_SIZE),
    isParted,
    /** The query of the first part. */
    reading: first,
    waiting: first.data?.alerts ?? NONE,
    answered: (isParted && answered.data?.alerts) || NONE,
    answeredTotal: isParted ? (answered.data?.page.total_records ?? 0) : 0,
    total,
    matching: { query: listQuery, count: total, isEstimate: first.data?.page.total_is_estimate === 1 },
  }
}
