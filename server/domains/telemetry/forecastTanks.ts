import {
  type DayAhead,
  type DayOfUse,
  forecastTank,
  type MeasuredLevel,
  type TankForecast,
} from '#core/domains/telemetry/forecast.ts'

/** What a thread is given of a tank. */
export interface TankInput {
  days: readonly DayOfUse[]
  measured: MeasuredLevel
  targets: readonly number[]
  ahead: readonly DayAhead[]
  /** How cold it was is as the tank's own device has measured it. */
  isColdMeasured?: boolean
  /** Pasts of tanks of its kind, in litres as this one's size has them. */
  kin?: readonly (readonly DayOfUse[])[]
}

/** The forecasts of many tanks, in their order: what a thread does. */
export function forecastTanks(tanks: readonly TankInput[]): TankForecast[] {
  return tanks.map(({ days, measured, targets, ahead, isColdMeasured = false, kin = [] }) =>
    forecastTank(days, measured, targets, { ahead, isColdMeasured, kin }),
  )
}
