import { deviceName } from './DeviceRow.ts'

interface Placed {
  label: string | null
  public_id: string
  ports: readonly { product: string | null }[]
}

/** What people call a device: where it stands and what it watches, "Kearney · Diesel #2, Gasoline". */
export function placeName(device: Placed): string {
  const products = [...new Set(device.ports.flatMap(({ product }) => product ?? []))]
  return [deviceName(device), products.join(', ')].filter(Boolean).join(' · ')
}
