import { settings } from '#core/domains/settings/settings.ts'
import { typicalGap } from '#core/domains/telemetry/typicalGap.ts'
import { litresToUsGallons, mmToInches } from '#core/platform/numbers/units.ts'
import type { MeasuredCall, Row } from './measuredCall.ts'

const DAY = 86_400_000
const POINTS = 800

/** The map of every position, and the graph of a tank over one year and over ten. */
export function telemetryCalls(): MeasuredCall[] {
  const end = Math.floor(Date.now() / DAY) * DAY
  return [map, graph('graph of a year', end, 365), graph('graph of ten years', end, 3650)]
}

/** Rows of plain values that the database writes as the text of one array: objects would cost twice as much. */
const map: MeasuredCall = {
  kind: 'devices',
  what: 'map of every position',
  account: 'administrator',
  unordered: 'gps_coords',
  requests: [{ path: '/api/devices/gps_coords?status=all', values: [settings.fields.battery_low.default] }],
  text: `select string_agg('[' || t.device_id || ',' || coalesce(t.latitude::float8, s.latitude) || ','
      || coalesce(t.longitude::float8, s.longitude) || ',' || coalesce(s.percent::text, 'null') || ',"'
      || case when s.level in ('urgent', 'overfill', 'mild') then s.level
        when t.last_record_date is null
          or t.last_record_date < now() - 3 * make_interval(hours => t.upload_interval) then 'offline'
        when t.battery < coalesce((select value::float8 from settings
          where setting_key = 'battery_low' and jsonb_typeof(value) = 'number'), $1) then 'battery_low'
        else 'fine' end || '",' || to_json(coalesce(t.label, t.public_id)) || ']', ',') as rows,
      string_agg(t.device_id::text, ',') filter (where s.is_estimated) as estimated,
      string_agg(coalesce((select floor(extract(epoch from min(p.trusted_at))) from port_states p
        where p.device_id = t.device_id and p.estimated_at is not null)::text, 'null'), ',') filter (where s.is_estimated) as since
    from devices t left join device_states s on s.device_id = t.device_id
    where coalesce(t.latitude::float8, s.latitude) is not null and coalesce(t.longitude::float8, s.longitude) is not null`,
  answer: ([row]) =>
    `{"code":200,"columns":["device_id","latitude","longitude","percent","level","label"],"gps_coords":[${
      row!['rows'] ?? ''
    }],"estimated":[${row!['estimated'] ?? ''}],"estimated_since":[${row!['since'] ?? ''}]}`,
}

interface Bucket {
  time: number
  volume: number
  min_volume: number
  max_volume: number
  percent: number
  min_percent: number
  max_percent: number
  height: number
}

type Point = [time: number, value: number | null, min: number | null, max: number | null]

/** Groups of days, at most 800 points, with deliveries, alerts, thresholds, and gaps as gaps. */
function graph(what: string, end: number, days: number): MeasuredCall {
  const from = end - days * DAY
  const width = Math.max(1, Math.ceil(days / POINTS)) * DAY
  const path = `/api/devices/1/port_history_graph/1?from=${from}&to=${end}&max_points=${POINTS}`
  return {
    kind: 'device_ports',
    what,
    account: 'administrator',
    requests: [{ path, values: [1, 1, new Date(from), new Date(end), width / 1000] }],
    text: `select p.reorder_yellow::float8 as yellow, p.reorder_red::float8 as red, p.def_liters::float8 as capacity,
        d.record_interval, s.estimated_at,
        (select json_agg(b order by b.time) from (select floor(extract(epoch from at)::float8 / $5::float8) * $5::float8 * 1000 as time,
            sum(sum_volume) / sum(count) as volume, min(min_volume) as min_volume, max(max_volume) as max_volume,
            sum(sum_percent) / sum(count) as percent, min(min_percent) as min_percent, max(max_percent) as max_percent,
            sum(sum_height) / sum(count) as height
          from readings_daily where device_id = $1 and port_number = $2 and at >= $3 and at < $4 group by 1) b) as buckets,
        (select array_agg(time order by time) from (select extract(epoch from at)::float8 * 1000 as time from readings
          where device_id = $1 and port_number = $2 and at < $4 order by at desc limit 300) r) as moments,
        (select json_agg(c order by c.started_at) from (select kind, started_at, ended_at, volume, null as verdict from tank_changes
          where device_id = $1 and port_number = $2 and ended_at >= $3 and started_at < $4) c) as changes,
        (select json_agg(a order by a.opened_at) from (select alert_id, level, status, opened_at, closed_at from alerts
          where device_id = $1 and port_number = $2 and opened_at < $4 and opened_at >= $3) a) as alerts
      from device_ports p join devices d on d.device_id = p.device_id
        left join port_states s on s.device_id = p.device_id and s.port_number = p.port_number
      where p.device_id = $1 and p.port_number = $2`,
    answer: ([row]) => ({ code: 200, ...graphOf(row!, width) }),
  }
}

function graphOf(row: Row, width: number): object {
  const { yellow, red, capacity, record_interval } = row as Record<string, number>
  const buckets = (row['buckets'] as Bucket[] | null) ?? []
  const usual = typicalGap((row['moments'] as number[] | null) ?? []) ?? 0
  const gap = Math.max(width * 2.5, record_interval! * 3_000, usual)
  const gallons = litresToUsGallons(capacity!)
  const share = (percent: number | null | undefined) => (percent == null ? null : (gallons * percent) / 100)
  const of = (
    name: string,
    unit: string,
    valuesOf: (bucket: Bucket) => [number, number | null, number | null],
  ) => ({
    name,
    unit,
    points: pointsOf(buckets, gap, valuesOf),
  })
  return {
    series: [
      of('volume', 'gal', (b) => [
        litresToUsGallons(b.volume),
        litresToUsGallons(b.min_volume),
        litresToUsGallons(b.max_volume),
      ]),
      of('percent', '%', (b) => [b.percent, b.min_percent, b.max_percent]),
      of('height', 'in', (b) => [mmToInches(b.height), null, null]),
    ],
    marks: {
      changes: instants(row['changes'], ['started_at', 'ended_at']).map((change) => ({
        ...change,
        volume: litresToUsGallons(Number(change['volume'])),
      })),
      alerts: instants(row['alerts'], ['opened_at', 'closed_at']),
    },
    thresholds: {
      yellow: share(yellow),
      red: share(red),
      yellow_percent: yellow,
      red_percent: red,
      capacity: gallons,
      unit: 'gal',
    },
    resolution: 'day',
    // This tank's level was measured; only the product computes how an estimate continues from there.
    estimated_since: row['estimated_at'],
  }
}

function pointsOf(
  buckets: readonly Bucket[],
  gap: number,
  valuesOf: (bucket: Bucket) => [number, number | null, number | null],
): Point[] {
  return buckets.flatMap((bucket, index): Point[] => {
    const point: Point = [Math.round(bucket.time), ...valuesOf(bucket)]
    const before = buckets[index - 1]
    if (!before || bucket.time - before.time <= gap) return [point]
    return [[Math.round(before.time + gap / 2), null, null, null], point]
  })
}

/** Converts the database's instants inside JSON to the format of a response. */
function instants(rows: unknown, names: readonly string[]): Row[] {
  return ((rows as Row[] | null) ?? []).map((row) => ({
    ...row,
    ...Object.fromEntries(
      names.map((name) => [name, row[name] && new Date(String(row[name])).toISOString()]),
    ),
  }))
}
