import { type RawBuilder, sql } from 'kysely'
import { LATE_AFTER } from '#core/domains/devices/connection.ts'
import { LIQUEFIED_GAS } from '#core/domains/tanks/correctedGroups.ts'
import { USUAL_UNUSABLE_BOTTOM } from '#core/domains/tanks/unusableBottom.ts'
import { type Brought, LONGEST_FORECAST } from '#core/domains/telemetry/forecast.ts'
import { qualityCode } from '#core/domains/telemetry/quality.ts'
import type { DegreeDayBase } from '#core/domains/weather/degreeDays.ts'
import { uploadIntervals } from './uploadIntervals.ts'

const FROZEN = qualityCode('frozen')

/**
 * When the level of a port that was measured last was measured; null before the first believable reading. A sensor that is
 * frozen tells nothing from the moment on at which it began to stand still; what somebody has read since stands. Expects the port's state as `s`.
 */
export const measuredAt = sql<string | null>`case when s.quality = ${FROZEN} and s.told_by is null
  then least(s.trusted_at, to_timestamp((s.trust_state->>'since')::float8 / 1000)) else s.trusted_at end`

/** A delivery to a tank since its level was measured, as the tank's state stores it. */
export interface BroughtSince extends Brought {
  /** Of its ticket, or of its round where there is none. */
  number: string
}

/** Whether something was delivered to a tank since its level was measured. Expects the port's state as `s`. */
export const isFilledSince = sql<boolean>`coalesce(s.delivered_at > ${measuredAt}, false)`

/** Hours from the level that was measured last until a moment, where the estimate of a silent tank is shown in its place. Expects the port's state as `s`. */
export const silentHours = (until: RawBuilder<unknown>) =>
  sql<number | null>`case when s.estimated_at is not null and not ${isFilledSince}
    then greatest(0, extract(epoch from ${until} - ${measuredAt}))::float8 / 3600 end`

/** What was measured last, L; an estimate may be shown in its place. Expects the port's state as `s`. */
export const measuredVolume = sql<
  number | null
>`case when s.estimated_at is null then s.volume else s.measured_volume end`

/** How far the clocks at the device's place were ahead of UTC at a moment, in milliseconds. Expects the device as `d`. */
export const clockAheadAt = (moment: RawBuilder<unknown>) => sql<number>`coalesce(extract(epoch from
  clock_in(d.time_zone, ${moment}) - (${moment}) at time zone 'UTC') * 1000, 0)::float8`

/** The same when its level was measured. Expects the port's state as `s`, too. */
export const clockAhead = clockAheadAt(measuredAt)

/** How long a device may be silent before its level is an estimate. Expects the device as `d`. */
export const typicalGapSql = uploadIntervals(LATE_AFTER, 'd')

/**
 * From what daily mean on nobody heats with a tank: as the tank says, else its product, else the settings where it holds liquefied
 * gas, with which people heat; null where nobody does. Expects the port as `p`, its product as `pr`.
 */
export const degreeDayBase = sql<DegreeDayBase | null>`coalesce(p.degree_day_base, pr.degree_day_base,
  case when pr.product_group = ${sql.lit(LIQUEFIED_GAS)} then coalesce(
    (select value #>> '{}' from settings where setting_key = 'degree_day_base'), 'f65') end)`

/** What of a tank cannot be drawn, L: as the tank says, else its product. Expects the product as `pr`. */
export const unusableVolumeOf = (port: 'p' | 'dp') => sql<number>`(${sql.ref(`${port}.def_liters`)}
  * coalesce(${sql.ref(`${port}.unusable_bottom`)}, pr.unusable_bottom, ${sql.lit(USUAL_UNUSABLE_BOTTOM)}) / 100)::float8`

/** Percent of the capacity that a tank may lie off its forecast, besides twice the use that is expected meanwhile. */
const FORECAST_TOLERANCE = 5

/**
 * Whether a tank's level is not what its forecast was made of: another level, a fill or a loss. Expects the port as `p`, its state as `s`.
 */
export const isForecastContradicted = sql<boolean>`coalesce(s.level <> 'unknown' and s.forecast_level <> s.level
  or abs(s.volume - s.forecast_volume) > p.def_liters * ${sql.lit(FORECAST_TOLERANCE)} / 100
    + 2 * coalesce(s.use_per_day, 0) * extract(epoch from now() - s.forecast_at) / 86400, false)`

/** Days until a tank has run out, counted from now, and not from when its forecast was made. Expects the port's state as `s`. */
export const daysToEmpty = sql<
  number | null
>`case when s.days_to_empty >= ${LONGEST_FORECAST} then s.days_to_empty
  else greatest(0, s.days_to_empty - coalesce(extract(epoch from now() - s.forecast_at), 0)::float8 / 86400) end`
