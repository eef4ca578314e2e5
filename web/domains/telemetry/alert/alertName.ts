import { placeName } from '#core/domains/devices/placeName.ts'
import type { AlertRow } from './AlertRow.ts'

type Placed = Pick<AlertRow, 'device_label' | 'device_title' | 'device_id'>

/** The place name of an alert: the label, or else the id printed on its device. */
export function alertPlace({ device_label, device_title, device_id }: Placed): string {
  return placeName({ label: device_label, public_id: device_title ?? String(device_id), products: [] })
}

/** The place name with the product of the tank concerned. */
export function alertName(alert: Placed & Pick<AlertRow, 'product'>): string {
  const { device_label, device_title, device_id, product } = alert
  return placeName({ label: device_label, public_id: device_title ?? String(device_id), products: [product] })
}
