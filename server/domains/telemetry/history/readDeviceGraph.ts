import { sql } from 'kysely'
import { celsiusToFahrenheit } from '#core/platform/numbers/units.ts'
import type { Context } from '#server/platform/context.ts'
import { runPrepared } from '#server/platform/database/prepared.ts'
import { visibleHistoryStart } from '#server/resources/rights/visibleHistoryStart.ts'
import { points, type Range, readTypicalGap, type Series } from './readSeries.ts'

export type DeviceGraph = 'battery' | 'signal_strength' | 'temperature'

interface Bucket {
  time: number
  value: number | null
  low: number | null
  high: number | null
  more: number | null
}

const COLUMN: Record<DeviceGraph, string> = {
  battery: 'battery',
  signal_strength: 'signal_quality',
  temperature: 'temperature',
}

/** A device's own state as a graph: battery in percent and volts, signal 0 to 31 and dBm, temperature. */
export async function readDeviceGraph(
  context: Context,
  device_id: number,
  graph: DeviceGraph,
  range: Range,
): Promise<Series[]> {
  const from = Math.max(range.from, await visibleHistoryStart(context, device_id))
  const seconds = Math.max(1, Math.ceil((range.to - from) / range.max_points / 1000))
  const column = sql.ref(COLUMN[graph])
  const hasValue = sql`device_id = ${device_id} and ${column} is not null`
  const isWanted =
    graph === 'battery'
      ? sql`(${column} is not null or battery_voltage is not null)`
      : sql`${column} is not null`
  const [rows, usual] = await Promise.all([
    runPrepared(
      context.db,
      sql<Bucket>`
        select floor(extract(epoch from at)::float8 / ${seconds}::float8) * ${seconds}::float8 * 1000 as time,
          avg(${column})::float8 as value, min(${column})::float8 as low, max(${column})::float8 as high,
          avg(battery_voltage)::float8 as more
        from device_records
        where device_id = ${device_id} and at >= ${new Date(from)} and at < ${new Date(range.to)} and ${isWanted}
        group by 1 order by 1`,
    ),
    readTypicalGap(context, sql`device_records`, hasValue, range.to),
  ])
  const gap = Math.max(seconds * 2_500, 6 * 3_600_000, usual)
  return seriesOf(graph, rows, gap, context.actor.units === 'imperial')
}

function seriesOf(graph: DeviceGraph, rows: readonly Bucket[], gap: number, imperial: boolean): Series[] {
  const all = (of: (bucket: Bucket) => [number | null, number | null, number | null]) => points(rows, gap, of)
  switch (graph) {
    case 'battery':
      return [
        { name: 'battery', unit: '%', points: all((b) => [b.value, b.low, b.high]) },
        { name: 'voltage', unit: 'V', points: all((b) => [b.more, null, null]) },
      ]
    case 'signal_strength':
      return [
        { name: 'signal', unit: '', points: all((b) => [b.value, b.low, b.high]) },
        {
          name: 'dbm',
          unit: 'dBm',
          points: all((b) => [decibels(b.value), decibels(b.low), decibels(b.high)]),
        },
      ]
    case 'temperature': {
      const shown = (celsius: number | null) =>
        celsius !== null && imperial ? celsiusToFahrenheit(celsius) : celsius
      return [
        {
          name: 'temperature',
          unit: imperial ? '°F' : '°C',
          points: all((b) => [shown(b.value), shown(b.low), shown(b.high)]),
        },
      ]
    }
  }
}

/** 3GPP TS 27.007, +CSQ: 0 is −113 dBm or less, each step 2 dB more. */
function decibels(signal: number | null): number | null {
  return signal === null ? null : -113 + 2 * signal
}
