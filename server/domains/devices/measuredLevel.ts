import { type RawBuilder, sql } from 'kysely'
import { LATE_AFTER } from '#core/domains/devices/connection.ts'
import { LIQUEFIED_GAS } from '#core/domains/tanks/correctedGroups.ts'
import { type Brought, LONGEST_FORECAST } from '#core/domains/telemetry/forecast.ts'
import { qualityCode } from '#core/domains/telemetry/levels/quality.ts'
import type { DegreeDayBase } from '#core/domains/weather/degreeDays.ts'
import { uploadIntervals } from './uploadIntervals.ts'

const FROZEN = qualityCode('frozen')

/** Default unusable bottom, percent of the capacity: what no pump or outlet draws. */
const USUAL_UNUSABLE_BOTTOM = 5

/**
 * When a port's last measured level was measured; null before the first trusted reading. A frozen sensor counts only until it froze; a
 * level entered since then counts. Expects the port's state as `s`.
 */
export const measuredAt = sql<string | null>`case when s.quality = ${FROZEN} and s.told_by is null
  then least(s.trusted_at, to_timestamp((s.trust_state->>'since')::float8 / 1000)) else s.trusted_at end`

/** A delivery to a tank since its level was measured, as the tank's state stores it. */
export interface BroughtSince extends Brought {
  /** The number of its ticket, or of its round without one. */
  number: string
}

/** Whether something was delivered to a tank since its level was measured. Expects the port's state as `s`. */
export const isFilledSince = sql<boolean>`coalesce(s.delivered_at > ${measuredAt}, false)`

/**
 * Hours from the last measured level until a moment, if the estimate of a silent tank is shown instead. Expects the port's state as `s`.
 */
export const silentHours = (until: RawBuilder<unknown>) =>
  sql<number | null>`case when s.estimated_at is not null and not ${isFilledSince}
    then greatest(0, extract(epoch from ${until} - ${measuredAt}))::float8 / 3600 end`

/** The last measured volume, L; an estimate may be shown instead. Expects the port's state as `s`. */
export const measuredVolume = sql<
  number | null
>`case when s.estimated_at is null then s.volume else s.measured_volume end`

/** Offset of the clocks at the device's place from UTC at a moment, in milliseconds. Expects the device as `d`. */
export const clockAheadAt = (moment: RawBuilder<unknown>) => sql<number>`coalesce(extract(epoch from
  clock_in(d.time_zone, ${moment}) - (${moment}) at time zone 'UTC') * 1000, 0)::float8`

/** The device's clock offset when its level was measured. Expects the port's state as `s`, too. */
export const clockAhead = clockAheadAt(measuredAt)

/** How long a device may be silent before its level becomes an estimate. Expects the device as `d`. */
export const typicalGapSql = uploadIntervals(LATE_AFTER, 'd')

/**
 * The degree day base of a tank: its own, else its product's, else the settings' for liquefied gas, which is used for heating; null
 * if the tank is not used for heating. Expects the port as `p`, its product as `pr`.
 */
export const degreeDayBase = sql<DegreeDayBase | null>`coalesce(p.degree_day_base, pr.degree_day_base,
  case when pr.product_group = ${sql.lit(LIQUEFIED_GAS)} then coalesce(
    (select value #>> '{}' from settings where setting_key = 'degree_day_base'), 'f65') end)`

/** The unusable bottom of a tank, L: its own, else its product's. Expects the product as `pr`. */
export const unusableVolumeOf = (port: 'p' | 'dp') => sql<number>`(${sql.ref(`${port}.def_liters`)}
  * coalesce(${sql.ref(`${port}.unusable_bottom`)}, pr.unusable_bottom, ${sql.lit(USUAL_UNUSABLE_BOTTOM)}) / 100)::float8`

/** Percent of the capacity by which a tank may differ from its forecast, in addition to twice the expected use in the meantime. */
const FORECAST_TOLERANCE = 5

/** Whether a tank's level differs from its forecast's basis: another level, a fill or a loss. Expects the port as `p`, its state as `s`. */
export const isForecastContradicted = sql<boolean>`coalesce(s.level <> 'unknown' and s.forecast_level <> s.level
  or abs(s.volume - s.forecast_volume) > p.def_liters * ${sql.lit(FORECAST_TOLERANCE)} / 100
    + 2 * coalesce(s.use_per_day, 0) * extract(epoch from now() - s.forecast_at) / 86400, false)`

/** Days until a tank runs out, from now rather than from the time of its forecast. Expects the port's state as `s`. */
export const daysToEmpty = sql<
  number | null
>`case when s.days_to_empty >= ${LONGEST_FORECAST} then s.days_to_empty
  else greatest(0, s.days_to_empty - coalesce(extract(epoch from now() - s.forecast_at), 0)::float8 / 86400) end`
