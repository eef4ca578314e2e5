import { z } from 'zod'
import type { Place } from './estimateTravel.ts'

/** The provider's response cannot be used. */
export class WrongTable extends Error {}

/** Travel time (s) and distance (m) of each pair; null if there is no road. */
export interface RoadTable {
  seconds: (number | null)[][]
  metres: (number | null)[][]
}

/** Upper bound of a plausible distance or time. */
const MAX_FIGURE = 100_000_000
const Ways = z.array(z.array(z.number().min(0).max(MAX_FIGURE).nullable()))
const Table = z.object({ code: z.literal('Ok'), durations: Ways, distances: Ways })

/**
 * The request path for the travel between places, in the format of OSRM's table service
 * (https://project-osrm.org/docs/v5.24.0/api/#table-service), with 5 decimals of a degree (about a metre).
 */
export function tablePath(from: readonly Place[], to: readonly Place[]): string {
  const places = [...from, ...to].map(
    ({ latitude, longitude }) => `${longitude.toFixed(5)},${latitude.toFixed(5)}`,
  )
  const sources = from.map((_, index) => index)
  const destinations = to.map((_, index) => from.length + index)
  const query = `annotations=duration,distance&sources=${sources.join(';')}&destinations=${destinations.join(';')}`
  return `table/v1/driving/${places.join(';')}?${query}`
}

/**
 * Reads a table from a response, one row for each origin.
 * @throws WrongTable if the response is malformed or has another size
 */
export function readTable(text: string, from: number, to: number): RoadTable {
  const parsed = Table.safeParse(parse(text))
  if (!parsed.success) throw new WrongTable('the provider did not respond with a travel table')
  const { durations, distances } = parsed.data
  for (const rows of [durations, distances])
    if (rows.length !== from || rows.some((row) => row.length !== to))
      throw new WrongTable(`the provider's table does not have ${from} rows of ${to} columns`)
  return { seconds: durations, metres: distances }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new WrongTable('the provider did not respond with JSON')
  }
}
