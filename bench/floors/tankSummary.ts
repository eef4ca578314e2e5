import { fillLimit, roomOf } from '#core/domains/tanks/room.ts'
import { netVolume, REFERENCE_CELSIUS } from '#core/domains/tanks/temperatureCorrection.ts'
import { LONGEST_FORECAST } from '#core/domains/telemetry/forecast.ts'
import { QUALITIES } from '#core/domains/telemetry/levels/quality.ts'
import { celsiusToFahrenheit, litresToUsGallons, mmToInches } from '#core/platform/numbers/units.ts'

/**
 * A device's tanks as one column, ordered by port: arrays rather than objects, so that no names are written and read. The device is `t`;
 * `tankSummary` reads the result.
 */
export const TANKS = `(select coalesce(json_agg(json_build_array(p.device_ports_id, p.port_number, p.product_id,
    coalesce(own.product_name, pr.product_name), pr.color, pr.product_group, pr.specific_gravity, pr.max_fill, p.max_fill,
    tt.tank_type, p.def_liters, p.reorder_yellow, p.reorder_red, s.at, s.trusted_at, s.height, s.volume, s.percent,
    s.temperature, s.quality, s.level, extract(epoch from now() - case when s.quality = 3
      then least(s.trusted_at, to_timestamp((s.trust_state->>'since')::float8 / 1000)) else s.trusted_at end),
    s.estimated_at is not null, s.measured_percent, s.measured_volume, s.volume_low, s.volume_high, s.dry_at,
    extract(epoch from now() - s.forecast_at) / 86400, s.use_per_day, s.days_to_empty, s.days_to_empty_low,
    s.days_to_empty_high, s.days_to_red, s.no_forecast, s.forecast_because, s.told_by) order by p.port_number), '[]')
  from device_ports p left join tank_products pr on pr.product_id = p.product_id
    left join product_names own on own.product_id = pr.product_id and own.company_id = 1
    left join tank_types tt on tt.tank_type_id = p.tank_type_id
    left join port_states s on s.device_id = p.device_id and s.port_number = p.port_number
  where p.device_id = t.device_id and p.active = 1)`

type Num = number | null

export type Tank = [
  device_ports_id: number,
  port_number: number,
  product_id: Num,
  product: string | null,
  color: string | null,
  product_group: string | null,
  specific_gravity: Num,
  product_max_fill: Num,
  tank_max_fill: Num,
  tank_type: string | null,
  capacity: number,
  reorder_yellow: Num,
  reorder_red: Num,
  at: string | null,
  trusted_at: string | null,
  height: Num,
  volume: Num,
  percent: Num,
  temperature: Num,
  quality: Num,
  level: string | null,
  level_age: Num,
  is_estimated: boolean,
  measured_percent: Num,
  measured_volume: Num,
  volume_low: Num,
  volume_high: Num,
  dry_at: string | null,
  passed: Num,
  use_per_day: Num,
  days_to_empty: Num,
  days_to_empty_low: Num,
  days_to_empty_high: Num,
  days_to_red: Num,
  no_forecast: string | null,
  /** None in the fleet: the floor passes it on unchanged. */
  because: object | null,
  told_by: string | null,
]

/** Fields that are ages, or times from now. */
export const MOVING = ['level_age', 'days_to_empty', 'days_to_empty_range', 'days_to_red']

/** A tank's summary for a reader with gallons, inches and °F: by the product's rules in core. */
export function tankSummary(tank: Tank) {
  const [device_ports_id, port_number, product_id, product, color, product_group, specific_gravity] = tank
  const [, , , , , , , product_max_fill, tank_max_fill, tank_type, capacity, reorder_yellow, reorder_red] =
    tank
  const [at, trusted_at, height, volume, percent, celsius, quality, level, level_age, is_estimated] =
    tank.slice(13) as Slice<13>
  const [measured_percent, measured_volume, volume_low, volume_high, dry_at, passed] = tank.slice(
    23,
  ) as Slice<23>
  const [use_per_day, days_to_empty, days_low, days_high, days_to_red, no_forecast, because, told_by] =
    tank.slice(29) as Slice<29>
  const rule = { product_group, product_max_fill, tank_max_fill }
  const room = volume === null ? null : roomOf({ ...rule, capacity, shell: null, volume, celsius })
  const left = (days: Num) =>
    days === null || days >= LONGEST_FORECAST ? days : Math.max(0, days - Math.max(0, passed ?? 0))
  const share = (litres: Num) => (litres === null || !(capacity > 0) ? null : (litres / capacity) * 100)
  const [low, high] = [share(volume_low), share(volume_high)]
  return {
    device_ports_id,
    port_number,
    product_id,
    product,
    color,
    tank_type,
    percent,
    volume: gallons(volume),
    net_volume: netVolume(
      gallons(volume),
      { group: product_group, specificGravity: specific_gravity ?? 1, celsius },
      REFERENCE_CELSIUS.imperial,
    ),
    capacity: litresToUsGallons(capacity),
    ullage: volume === null ? null : gallons(Math.max(0, capacity - volume)),
    room: gallons(room?.litres ?? null),
    room_temperature: fahrenheit(room?.celsius ?? null),
    max_fill: fillLimit({ ...rule, capacity }, celsius),
    height: height === null ? null : mmToInches(height),
    volume_unit: 'gal',
    length_unit: 'in',
    temperature: fahrenheit(celsius),
    temperature_unit: '°F',
    level: level ?? 'unknown',
    told_by: told_by ?? 'sensor',
    level_source: is_estimated ? 'estimated' : 'measured',
    level_age: level_age === null ? null : Math.max(0, Math.round(level_age)),
    volume_range: is_estimated ? range(gallons(volume_low), gallons(volume_high)) : null,
    percent_range:
      !is_estimated || percent === null || low === null || high === null
        ? null
        : [Math.min(low, percent), Math.max(high, percent)],
    measured_percent: is_estimated ? measured_percent : null,
    measured_volume: is_estimated ? gallons(measured_volume) : null,
    dry_at: is_estimated ? instant(dry_at) : null,
    trust: quality === null ? 'none' : (QUALITIES[quality] ?? 'none'),
    reading_at: instant(at),
    trusted_at: instant(trusted_at),
    reorder_yellow,
    reorder_red,
    use_per_day: gallons(use_per_day),
    days_to_empty: left(days_to_empty),
    days_to_empty_range: range(left(days_low), left(days_high)),
    days_to_red: left(days_to_red),
    no_forecast,
    forecast_because: because,
  }
}

/** The values from a place on. */
type Slice<
  From extends number,
  Rest extends unknown[] = Tank,
  Gone extends unknown[] = [],
> = Gone['length'] extends From
  ? Rest
  : Rest extends [infer First, ...infer More]
    ? Slice<From, More, [...Gone, First]>
    : never

const gallons = (litres: Num): Num => (litres === null ? null : litresToUsGallons(litres))
const fahrenheit = (celsius: Num): Num => (celsius === null ? null : celsiusToFahrenheit(celsius))
const range = (low: Num, high: Num) => (low === null || high === null ? null : [low, high])
const instant = (text: string | null) => (text === null ? null : new Date(text).toISOString())
