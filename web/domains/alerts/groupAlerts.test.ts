import { expect, test } from 'vitest'
import type { AlertRow } from '#web/domains/telemetry/alert/AlertRow.ts'
import { groupAlerts } from './groupAlerts.ts'

const alert = (alert_id: number, company_id: number, device_label: string | null, device_title = 'UL-1') =>
  ({ alert_id, company_id, device_label, device_title }) as AlertRow

test('alerts of one place are together at its newest one, separately for each customer', () => {
  const rows = [
    alert(1, 7, 'Kearney'),
    alert(2, 7, 'Hays'),
    alert(3, 8, 'Kearney'),
    alert(4, 7, 'Kearney'),
    alert(5, 7, null),
  ]
  expect(groupAlerts(rows).map(({ place, alerts }) => [place, alerts.map((item) => item.alert_id)])).toEqual([
    ['Kearney', [1, 4]],
    ['Hays', [2]],
    ['Kearney', [3]],
    ['UL-1', [5]],
  ])
})
