/** The models of a tank's use; see `docs/forecast.md`. */
export const FORECAST_MODELS = [
  'level',
  'weekdays',
  'trend',
  'degree_days',
  'last_year',
  'on_off',
  'campaigns',
] as const
export type ForecastModel = (typeof FORECAST_MODELS)[number]
