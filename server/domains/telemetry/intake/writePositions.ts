import { devices } from '#core/domains/devices/devices.ts'
import type { listPositions as definition } from '#core/domains/telemetry/calls.ts'
import type { Context } from '#server/platform/context.ts'
import type { Input } from '#server/platform/http/handle.ts'
import { malformed } from '#server/platform/refusal.ts'
import { listQueryOf } from '#server/resources/lists/listQuery.ts'
import { listPositions, POSITION_COLUMNS } from '../fleet/listPositions.ts'
import { readMap, type View } from '../fleet/readMap.ts'

/** Positions of all devices, or as a map shows them. The rows come from the database as text. */
export async function writePositions(
  context: Context,
  { query: { view, ...filters }, reply }: Input<typeof definition>,
): Promise<undefined> {
  const listQuery = listQueryOf(devices, filters)
  const { rows, estimated, estimated_since, ...more } = view
    ? await readMap(context, listQuery, viewOf(view))
    : await listPositions(context, listQuery)
  const head = JSON.stringify({ code: 200, columns: POSITION_COLUMNS, ...more }).slice(0, -1)
  void reply
    .type('application/json')
    .send(`${head},"gps_coords":${rows},"estimated":${estimated},"estimated_since":${estimated_since}}`)
}

function viewOf(text: string): View | undefined {
  if (text === 'whole') return undefined
  const numbers = text
    .split(',')
    .map((part) => (/^-?\d{1,3}(\.\d{1,12})?$/.test(part) ? Number(part) : Number.NaN))
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN, zoom = Number.NaN] =
    numbers
  if (numbers.length !== 5 || numbers.some(Number.isNaN) || zoom < 0 || zoom > 24) throw malformed()
  return { west, south, east, north, zoom }
}
