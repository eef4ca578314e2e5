import { z } from 'zod'
import type { Place } from './estimateTravel.ts'

/** Why an answer cannot be used. */
export class WrongTable extends Error {}

/** Of each way s and m; nothing where there is no road. */
export interface RoadTable {
  seconds: (number | null)[][]
  metres: (number | null)[][]
}

/** Longer than any drive between two places: what is beyond is a fault of the provider. */
const MOST = 100_000_000
const Ways = z.array(z.array(z.number().min(0).max(MOST).nullable()))
const Table = z.object({ code: z.literal('Ok'), durations: Ways, distances: Ways })

/**
 * What is asked of a provider for the ways from some places to others, in the format of OSRM's table service
 * (https://project-osrm.org/docs/v5.24.0/api/#table-service), with 5 digits of a degree: about a metre.
 */
export function tablePath(from: readonly Place[], to: readonly Place[]): string {
  const places = [...from, ...to].map(
    ({ latitude, longitude }) => `${longitude.toFixed(5)},${latitude.toFixed(5)}`,
  )
  const sources = from.map((_, at) => at)
  const destinations = to.map((_, at) => from.length + at)
  const query = `annotations=duration,distance&sources=${sources.join(';')}&destinations=${destinations.join(';')}`
  return `table/v1/driving/${places.join(';')}?${query}`
}

/**
 * The ways of an answer, a row for each place from which they lead.
 * @throws WrongTable: no such answer, or one of another size.
 */
export function readTable(text: string, from: number, to: number): RoadTable {
  const told = Table.safeParse(parse(text))
  if (!told.success) throw new WrongTable('the provider answered something else than a table of ways')
  const { durations, distances } = told.data
  for (const rows of [durations, distances])
    if (rows.length !== from || rows.some((row) => row.length !== to))
      throw new WrongTable(`ways between other than ${from} and ${to} places were answered`)
  return { seconds: durations, metres: distances }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new WrongTable('the provider did not answer JSON')
  }
}
