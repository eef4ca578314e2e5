/** What tells a stop: whom it is for, and where. */
interface Placed {
  readonly company_id?: unknown
  readonly company_title?: unknown
  readonly ship_location_label?: unknown
  readonly ship_address1?: unknown
  readonly ship_city?: unknown
}

export interface Stop<L extends Placed> {
  key: string
  company: string
  /** Where it is, in one line; empty when nobody wrote it down. */
  place: string
  loads: L[]
}

/** The loads of a round by stop, in the order in which the round comes to them. */
export function stopsOf<L extends Placed>(loads: readonly L[]): Stop<L>[] {
  const stops = new Map<string, Stop<L>>()
  for (const load of loads) {
    const place = placeOf(load)
    const key = `${load.company_id ?? ''}|${place}`
    const stop = stops.get(key) ?? { key, company: String(load.company_title ?? ''), place, loads: [] }
    stop.loads.push(load)
    stops.set(key, stop)
  }
  return [...stops.values()]
}

/** Where a load goes, in one line. */
export function placeOf({ ship_location_label, ship_address1, ship_city }: Placed): string {
  return [ship_location_label, ship_address1, ship_city]
    .map((part) => String(part ?? '').trim())
    .filter(Boolean)
    .join(', ')
}
