interface Placed {
  /** The words on site. */
  label: string | null
  /** What is printed on the device. */
  public_id: string
  /** What is in its tanks, in their order; nothing of a tank without a product. */
  products: readonly (string | null)[]
}

/**
 * What people call a device, or one of its tanks: where it stands and what is in it, "Kearney · Diesel #2, Gasoline". Each
 * product is said once, and not again where the words on site end with it. `placeNameSql` on the server says the same.
 */
export function placeName({ label, public_id, products }: Placed): string {
  const place = label || public_id
  const said = place.toLowerCase()
  const contents = new Set(products.filter((product) => product && !said.endsWith(product.toLowerCase())))
  return [place, [...contents].join(', ')].filter(Boolean).join(' · ')
}
