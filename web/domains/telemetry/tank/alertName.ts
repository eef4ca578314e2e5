import { placeName } from '#core/domains/devices/placeName.ts'
import type { AlertRow } from './AlertRow.ts'

type Placed = Pick<AlertRow, 'device_label' | 'device_title' | 'device_id'>

/** What people call the place of an alert: the words on site, or else what is printed on its device. */
export function alertPlace({ device_label, device_title, device_id }: Placed): string {
  return placeName({ label: device_label, public_id: device_title ?? String(device_id), products: [] })
}

/** The same with what is in the tank that it is about. */
export function alertName(alert: Placed & Pick<AlertRow, 'product'>): string {
  const { device_label, device_title, device_id, product } = alert
  return placeName({ label: device_label, public_id: device_title ?? String(device_id), products: [product] })
}
