import type { readPortHistory } from '#core/domains/telemetry/calls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'

/** The history of a tank, ready to be drawn. */
export type TankHistory = ResponseOf<typeof readPortHistory>
export type Series = TankHistory['series'][number]
/** Epoch milliseconds, value, and the minimum and maximum that it represents; a null value is a gap. */
export type SeriesPoint = Series['points'][number]
