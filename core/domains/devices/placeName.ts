interface Placed {
  /** The label on site. */
  label: string | null
  /** The id printed on the device. */
  public_id: string
  /** Products of its tanks, in order; null for a tank without a product. */
  products: readonly (string | null)[]
}

/**
 * The display name of a device or one of its tanks: its place and contents, "Kearney · Diesel #2, Gasoline". Each product
 * occurs once, and not if the label ends with it. Equivalent to `placeNameSql` on the server.
 */
export function placeName({ label, public_id, products }: Placed): string {
  const place = label || public_id
  const shown = place.toLowerCase()
  const contents = new Set(products.filter((product) => product && !shown.endsWith(product.toLowerCase())))
  return [place, [...contents].join(', ')].filter(Boolean).join(' · ')
}
