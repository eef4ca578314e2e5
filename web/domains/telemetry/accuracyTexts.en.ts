/** The texts of the accuracy of forecasts, in English. */
export const en = {
  accuracy: {
    filling:
      'Forecasts for the past year are being recalculated from the data of each day and compared with what happened. The figures are incomplete until this is done.',
    intro_one:
      '{{count, number}} forecast that came due since {{date}}, at most one a week for each tank and level. It is compared with the day when use, without deliveries, reached the level.',
    intro_other:
      '{{count, number}} forecasts that came due since {{date}}, at most one a week for each tank and level. They are compared with the day when use, without deliveries, reached the level.',
    none: 'No forecast is due yet',
    none_until_one: '{{count, number}} forecast is not due yet. The first is compared on {{date}}.',
    none_until_other: '{{count, number}} forecasts are not due yet. The first is compared on {{date}}.',
    none_help:
      'A forecast is stored for each tank and day, and compared with what happened after its range has passed.',
    key: {
      inside: 'Within the forecast days',
      before_low: 'Earlier than forecast',
      median_error: 'Usually off by, two weeks ahead',
    },
    should: {
      inside:
        'The share of tanks that reached the level within the days that were forecast. About 80% is right.',
      before_low:
        'The share of tanks that reached the level before the first of those days, without warning. About 10% is right.',
      median_error:
        'Half of the forecasts made two weeks ahead missed the day by less than this, half by more.',
    },
    months: 'Last month {{now}}, the month before {{before}}',
    no_months: 'Not enough months to compare yet',
    calibration: 'Forecast against actual',
    calibration_help:
      'Of the tanks forecast to run out with 10, 50 and 90% probability, how many did? On the dashed line, forecasts are right; above it, tanks run out sooner than forecast.',
    said: 'Forecast',
    happened: 'Actual',
    by_distance: 'By distance',
    by_distance_help: 'By how far ahead the forecast date was.',
    distance: 'Forecast',
    distances: { week: 'a week ahead', two_weeks: 'two weeks ahead', month: 'a month ahead' },
    by_model: 'By type of use',
    by_model_help:
      'By the most likely explanation when the forecast was made. Days: for forecasts two weeks ahead.',
    model: 'Use',
    models: {
      level: 'steady',
      weekdays: 'by weekday',
      trend: 'growing or falling',
      degree_days: 'with the cold',
      last_year: 'as last year',
      on_off: 'occasional',
      campaigns: 'in stretches',
      borrowed: 'like similar tanks',
    },
    worst: 'Hardest to forecast',
    worst_help:
      'The tanks whose forecasts up to five weeks ahead were furthest off, out of those with four or more. Look for a drifting sensor, unplanned use, or a tank set up wrong.',
    no_worst: 'No tank has four forecasts that are due yet.',
    tank: 'Tank',
    columns: {
      forecasts: 'Forecasts',
      median_error: 'Usually off by',
      inside: 'Within the forecast days',
      before_low: 'Earlier than forecast',
    },
    days: '{{days}} d',
  },
}
