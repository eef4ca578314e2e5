import type { AlertRow } from '#web/domains/telemetry/alert/AlertRow.ts'
import { alertPlace } from '#web/domains/telemetry/alert/alertName.ts'

export interface AlertGroup {
  key: string
  /** Its name, or else the printed id of the device. */
  place: string
  alerts: AlertRow[]
}

/** Groups alerts by place and customer, in the order of each group's first alert. */
export function groupAlerts(alerts: readonly AlertRow[]): AlertGroup[] {
  const groups = new Map<string, AlertGroup>()
  for (const alert of alerts) {
    const place = alertPlace(alert)
    const key = `${alert.company_id} ${place}`
    const group = groups.get(key)
    if (group) group.alerts.push(alert)
    else groups.set(key, { key, place, alerts: [alert] })
  }
  return [...groups.values()]
}
