import { placeName } from '#core/domains/devices/placeName.ts'

interface Named {
  label: string | null
  site_title?: string | null
  public_id: string
  ports?: readonly { product: string | null }[]
}

/** The place name of a device: its place and, if its tanks are known, their contents. */
export function deviceName({ label, site_title = null, public_id, ports = [] }: Named): string {
  return placeName({ label: label || site_title, public_id, products: ports.map(({ product }) => product) })
}
