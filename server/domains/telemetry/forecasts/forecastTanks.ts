import {
  type DayAhead,
  type DayOfUse,
  forecastTank,
  type MeasuredLevel,
  type TankForecast,
} from '#core/domains/telemetry/forecast.ts'

/** Input of a forecast thread for one tank. */
export interface TankInput {
  days: readonly DayOfUse[]
  measured: MeasuredLevel
  targets: readonly number[]
  ahead: readonly DayAhead[]
  /** The degree days come from the tank's own device. */
  isColdMeasured?: boolean
  /** Days of use of similar tanks, scaled to this one's capacity. */
  kin?: readonly (readonly DayOfUse[])[]
}

/** Forecasts many tanks in order; runs in a thread. */
export function forecastTanks(tanks: readonly TankInput[]): TankForecast[] {
  return tanks.map(({ days, measured, targets, ahead, isColdMeasured = false, kin = [] }) =>
    forecastTank(days, measured, targets, { ahead, isColdMeasured, kin }),
  )
}
