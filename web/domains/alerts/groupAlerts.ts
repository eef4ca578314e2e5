import type { AlertRow } from '#web/domains/telemetry/tank/AlertRow.ts'
import { alertPlace } from '#web/domains/telemetry/tank/alertName.ts'

export interface AlertGroup {
  key: string
  /** Where they are: what people call it, or else what is printed on the device. */
  place: string
  alerts: AlertRow[]
}

/** Alerts of one place and customer together, where the first of them stands. */
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
