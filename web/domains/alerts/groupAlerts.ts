import type { AlertRow } from '#web/domains/telemetry/tank/AlertRow.ts'

export interface AlertGroup {
  key: string
  /** Where they are: what people call it, or else what is printed on the device. */
  place: string
  alerts: AlertRow[]
}

/** What people call the place of an alert: the words on site, or else what is printed on its device. */
export function placeOf({ device_label, device_title, device_id }: AlertRow): string {
  return device_label || device_title || String(device_id)
}

/** Alerts of one place and customer together, where the first of them stands. */
export function groupAlerts(alerts: readonly AlertRow[]): AlertGroup[] {
  const groups = new Map<string, AlertGroup>()
  for (const alert of alerts) {
    const place = placeOf(alert)
    const key = `${alert.company_id} ${place}`
    const group = groups.get(key)
    if (group) group.alerts.push(alert)
    else groups.set(key, { key, place, alerts: [alert] })
  }
  return [...groups.values()]
}
