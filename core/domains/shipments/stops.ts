import { firstOf } from '#core/platform/lists/firstOf.ts'

/** Identity of a stop: its customer and place. */
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
  /** The place in one line; empty if unknown. */
  place: string
  loads: L[]
}

/** The loads of a round by stop, in the order of the round. */
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

/** The destination of a load in one line. */
export function placeOf({ ship_location_label, ship_address1, ship_city }: Placed): string {
  return [ship_location_label, ship_address1, ship_city]
    .map((part) => String(part ?? '').trim())
    .filter(Boolean)
    .join(', ')
}

/** A stored stop: its identity and id. */
export interface StoredStop {
  readonly stop_id: number
  readonly company_id: number | null
  readonly place: string
  /** Something has happened there, so it stays in the round even without loads. */
  readonly isBegun: boolean
}

/** A stop to store: matched with a stored one, or new. */
export interface MatchedStop<L> {
  stop_id: number | null
  company_id: number | null
  place: string
  loads: readonly L[]
}

/**
 * Matches the stops of a round with the stored ones: stops that stay keep their order and come first, new ones follow in the
 * order of the loads. A stop stays if loads still have its company and place; otherwise it moves with its loads, unless that
 * place already had a stop.
 */
export function matchStops<L extends Placed & { readonly stop_id?: unknown }>(
  stored: readonly StoredStop[],
  loads: readonly L[],
): MatchedStop<L>[] {
  const groups = stopsOf(loads)
  const keyOf = ({ company_id, place }: StoredStop) => `${company_id ?? ''}|${place}`
  const taken = new Map<number, string>()
  for (const { key } of groups) {
    const same = stored.find((stop) => keyOf(stop) === key && !taken.has(stop.stop_id))
    if (same) taken.set(same.stop_id, key)
  }
  for (const { key, loads: some } of groups) {
    if ([...taken.values()].includes(key)) continue
    const moved = stored.find(
      ({ stop_id }) => !taken.has(stop_id) && some.some((load) => Number(load.stop_id ?? 0) === stop_id),
    )
    if (moved) taken.set(moved.stop_id, key)
  }
  const matched = (stop_id: number | null, { place, loads: some }: Stop<L>): MatchedStop<L> => {
    const company = firstOf(some).company_id
    return { stop_id, company_id: company == null ? null : Number(company), place, loads: some }
  }
  const staying = stored.flatMap((stop): MatchedStop<L>[] => {
    const group = groups.find(({ key }) => key === taken.get(stop.stop_id))
    if (group) return [matched(stop.stop_id, group)]
    return stop.isBegun ? [{ ...stop, loads: [] }] : []
  })
  const fresh = groups.filter(({ key }) => ![...taken.values()].includes(key))
  return [...staying, ...fresh.map((group) => matched(null, group))]
}

/** The position of each load's stop in the round (1 for the first) after saving. */
export function stopPlaces<L extends Placed & { readonly stop_id?: unknown }>(
  stored: readonly StoredStop[],
  loads: readonly L[],
): number[] {
  const stops = matchStops(stored, loads)
  return loads.map((load) => stops.findIndex((stop) => stop.loads.includes(load)) + 1)
}
