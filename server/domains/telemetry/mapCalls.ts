import { z } from 'zod'
import { devices } from '#core/domains/devices/devices.ts'
import type { Access, Call } from '#server/platform/http.ts'
import { malformed } from '#server/platform/refusal.ts'
import { listQueryOf, type RawListQuery } from '#server/resources/listQuery.ts'
import { listPositions, POSITION_COLUMNS } from './listPositions.ts'
import { readMap, type View } from './readMap.ts'

const tag = 'telemetry'
const mayRead: Access = { module: 'devices', action: 'read', loginTypes: devices.loginTypes }

/** What is seen of a map: `west,south,east,north,zoom`, or `whole`; without it every device is told. */
const MapQuery = z.looseObject({ view: z.string().max(200).optional() })

/** Where the devices are: all of them, or as a map shows them. */
export const mapCalls: Call[] = [
  {
    method: 'GET',
    path: '/devices/gps_coords',
    tag,
    summary:
      'Where the devices are and how they do, as rows of plain values; with a `view`, of many those close together in it',
    access: mayRead,
    query: MapQuery,
    answer: z.object({
      columns: z.array(z.string()),
      gps_coords: z.array(z.array(z.any())),
      estimated: z.array(z.int()),
      total: z.int().optional(),
      bounds: z.array(z.number()).nullable().optional().describe('west, south, east, north'),
      is_whole: z.int().optional().describe('1 = every device is told one by one, whatever the view'),
      states: z.array(z.string()).optional(),
      clusters: z
        .array(z.array(z.any()))
        .optional()
        .describe('latitude, longitude, how many are in each of `states`'),
    }),
    run: async (context, { query: { view, ...filters }, reply }) => {
      const asked = listQueryOf(devices, filters as RawListQuery)
      const { rows, estimated, ...more } = view
        ? await readMap(context, asked, viewOf(view))
        : await listPositions(context, asked)
      const told = JSON.stringify({ code: 200, columns: POSITION_COLUMNS, ...more }).slice(0, -1)
      void reply.type('application/json').send(`${told},"gps_coords":${rows},"estimated":${estimated}}`)
      return undefined
    },
  },
]

function viewOf(text: string): View | undefined {
  if (text === 'whole') return undefined
  const numbers = text
    .split(',')
    .map((part) => (/^-?\d{1,3}(\.\d{1,12})?$/.test(part) ? Number(part) : Number.NaN))
  const [west, south, east, north, zoom] = numbers
  if (numbers.length !== 5 || numbers.some(Number.isNaN) || zoom! < 0 || zoom! > 24) throw malformed()
  return { west: west!, south: south!, east: east!, north: north!, zoom: zoom! }
}
