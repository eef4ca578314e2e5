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

/** A stop as it is stored: what tells it, and its id. */
export interface KeptStop {
  readonly stop_id: number
  readonly company_id: number | null
  readonly place: string
  /** Something has happened there: it stays with the round, whatever becomes of its loads. */
  readonly isBegun: boolean
}

/** A stop as it is to be stored: the stored one that it is, or a new one. */
export interface MatchedStop<L> {
  stop_id: number | null
  company_id: number | null
  place: string
  loads: readonly L[]
}

/**
 * Which stops a round has now, in its order: those that stay keep their places and come first, new ones follow as the loads do.
 * A stop stays whose company and place have loads still; else where its loads went, if no stop was there before.
 */
export function matchStops<L extends Placed & { readonly stop_id?: unknown }>(
  kept: readonly KeptStop[],
  loads: readonly L[],
): MatchedStop<L>[] {
  const groups = stopsOf(loads)
  const keyOf = ({ company_id, place }: KeptStop) => `${company_id ?? ''}|${place}`
  const taken = new Map<number, string>()
  for (const { key } of groups) {
    const same = kept.find((stop) => keyOf(stop) === key && !taken.has(stop.stop_id))
    if (same) taken.set(same.stop_id, key)
  }
  for (const { key, loads: some } of groups) {
    if ([...taken.values()].includes(key)) continue
    const moved = kept.find(
      ({ stop_id }) => !taken.has(stop_id) && some.some((load) => Number(load.stop_id ?? 0) === stop_id),
    )
    if (moved) taken.set(moved.stop_id, key)
  }
  const matched = (stop_id: number | null, { place, loads: some }: Stop<L>): MatchedStop<L> => {
    const company = some[0]!.company_id
    return { stop_id, company_id: company == null ? null : Number(company), place, loads: some }
  }
  const staying = kept.flatMap((stop): MatchedStop<L>[] => {
    const group = groups.find(({ key }) => key === taken.get(stop.stop_id))
    if (group) return [matched(stop.stop_id, group)]
    return stop.isBegun ? [{ ...stop, loads: [] }] : []
  })
  const fresh = groups.filter(({ key }) => ![...taken.values()].includes(key))
  return [...staying, ...fresh.map((group) => matched(null, group))]
}

/** The place of each load's stop in the round, 1 for the first: as the stops will be kept. */
export function stopPlaces<L extends Placed & { readonly stop_id?: unknown }>(
  kept: readonly KeptStop[],
  loads: readonly L[],
): number[] {
  const stops = matchStops(kept, loads)
  return loads.map((load) => stops.findIndex((stop) => stop.loads.includes(load)) + 1)
}
