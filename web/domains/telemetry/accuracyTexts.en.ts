/** How well forecasts keep their word, in English: said by screens that come after the first. */
export const en = {
  filling:
    'Forecasts of the past year are being made again, each from what was known on its day, and compared with what happened. The figures grow until that is done.',
  intro_one:
    '{{count, number}} forecast whose time has come since {{date}}, at most one a week of each tank and level. What counts is the day on which use, deliveries taken out, had passed the level.',
  intro_other:
    '{{count, number}} forecasts whose time has come since {{date}}, at most one a week of each tank and level. What counts is the day on which use, deliveries taken out, had passed the level.',
  none: 'No forecast has come to its end yet',
  none_until_one:
    '{{count, number}} forecast is waiting for its day to come; the first is compared with what happened on {{date}}.',
  none_until_other:
    '{{count, number}} forecasts are waiting for their days to come; the first is compared with what happened on {{date}}.',
  none_help:
    'A forecast is kept for each tank and day, and compared with what happened once its whole range has passed.',
  key: {
    inside: 'Ended inside the range',
    before_low: 'Ended before the low end',
    median_error: 'Half were within, two weeks ahead',
  },
  should: {
    inside: 'The range promises 80%.',
    before_low: 'The range allows 10%: these ran out unannounced.',
    median_error: 'Days between what was said and what happened.',
  },
  months: 'Last month {{now}}, the month before {{before}}',
  no_months: 'Not enough months to compare yet',
  calibration: 'Said against happened',
  calibration_help:
    'Of the days before which 10, 50 and 90% was said to end, how much did? On the dashed line the forecasts keep their word; above it tanks end sooner than said.',
  said: 'Said',
  happened: 'Happened',
  by_distance: 'By distance',
  by_distance_help: 'By how far ahead the forecasts themselves said the end was.',
  distance: 'Said to be',
  distances: { week: 'a week ahead', two_weeks: 'two weeks ahead', month: 'a month ahead' },
  by_model: 'By kind of use',
  by_model_help:
    'By the explanation that was believed most when the forecast was made. Days: of forecasts two weeks ahead.',
  model: 'Use',
  models: {
    level: 'steady',
    weekdays: 'by weekday',
    trend: 'growing or falling',
    degree_days: 'with the cold',
    last_year: 'as last year',
    on_off: 'now and then',
    campaigns: 'in stretches',
    borrowed: 'as tanks of its kind',
  },
  worst: 'Hardest to foretell',
  worst_help:
    'The tanks whose forecasts up to five weeks ahead were furthest off, of those with four or more. Look for a sensor that drifts, use that nobody planned, or a tank set up wrongly.',
  no_worst: 'No tank has four forecasts yet that have come to their end.',
  tank: 'Tank',
  columns: {
    forecasts: 'Forecasts',
    median_error: 'Half within',
    inside: 'Inside the range',
    before_low: 'Before the low end',
  },
  days: '{{days}} d',
  of_tank: {
    week: 'Of the last {{count}} forecasts a week ahead, half were within {{days}} days; {{inside}} inside the range.',
    two_weeks:
      'Of the last {{count}} forecasts two weeks ahead, half were within {{days}} days; {{inside}} inside the range.',
    month:
      'Of the last {{count}} forecasts a month ahead, half were within {{days}} days; {{inside}} inside the range.',
  },
}
