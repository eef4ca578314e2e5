import { celsiusToFahrenheit, type UnitSystem, volumeIn, volumeUnit } from '#core/platform/numbers/units.ts'
import { localeOf } from '#core/platform/texts/locales.ts'
import { translate } from '#server/platform/translate.ts'

export interface NotificationRow {
  kind: string
  params: Readonly<Record<string, string | number | null>>
  subject: string | null
  message: string | null
}

export interface NotificationReader {
  language: string
  units: UnitSystem
}

/** Renders a notification for its reader: texts by staff or users unchanged, events in the reader's language. */
export function renderNotification(
  { kind, params, subject, message }: NotificationRow,
  reader: NotificationReader,
): { subject: string; message: string } {
  if (kind === 'staff' || kind === 'own') return { subject: subject ?? '', message: message ?? '' }
  const { language } = reader
  if (kind === 'sign_in_changed') return renderSignInChange(language, params)
  if (kind === 'forecasts_reviewed') return renderForecastReview(language, params)
  const { level, status_of, status, reason, silent_hours } = params
  const figure = figureOf(params, reader)
  const texts = {
    ...params,
    ...(level && { level: translate(language, `records.alerts.choices.level.${level}`) }),
    ...(status_of && {
      status: translate(language, `records.${status_of}.choices.status_id.${status}`),
    }),
    ...(kind === 'webhook_disabled' && {
      why: translate(language, `records.webhooks.choices.disabled_reason.${reason}`),
    }),
    figure,
    age: ageText(silent_hours, language),
  }
  const part = kind === 'alert_opened' && figure ? alertPart(params) : 'message'
  return {
    subject: translate(
      language,
      `notification_texts.${kind}.${params.became ? 'became_urgent' : 'subject'}`,
      texts,
    ),
    message: translate(language, `notification_texts.${kind}.${part}`, texts),
  }
}

/** An alert raised from an estimate names the estimate, even if the tank must have run dry. */
function alertPart({ level_source, value, silent_hours }: NotificationRow['params']): string {
  if (level_source !== 'estimated') return 'with_figure'
  const part = Number(value) === 0 ? 'estimated_dry' : 'estimated'
  // Older notifications lack this figure.
  return silent_hours == null ? part : `${part}_since`
}

/** A number of hours as text, in days from two days on. */
function ageText(hours: string | number | null | undefined, language: string): string | undefined {
  if (hours == null) return undefined
  const [amount, unit] = Number(hours) < 48 ? [Number(hours), 'hour'] : [Number(hours) / 24, 'day']
  const format = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 } as const
  return new Intl.NumberFormat(localeOf(language), format).format(amount)
}

function renderSignInChange(
  language: string,
  { what, way, by }: NotificationRow['params'],
): { subject: string; message: string } {
  return {
    subject: translate(language, `notification_texts.sign_in_changed.${what}`),
    message: translate(language, `notification_texts.sign_in_changed.by_${way}`, { by }),
  }
}

function renderForecastReview(
  language: string,
  { month, forecasts, inside, before_low, median_error, worst }: NotificationRow['params'],
): { subject: string; message: string } {
  const figure = (value: string | number | null | undefined, options: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(localeOf(language), options).format(Number(value))
  const name = new Intl.DateTimeFormat(localeOf(language), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const texts = {
    forecasts: figure(forecasts),
    inside: figure(inside, { style: 'percent' }),
    before_low: figure(before_low, { style: 'percent' }),
    days: figure(median_error, { maximumFractionDigits: 1 }),
  }
  const part = median_error === null ? 'message' : 'with_days'
  return {
    subject: translate(language, 'notification_texts.forecasts_reviewed.subject', {
      month: name.format(new Date(`${month}T00:00:00Z`)),
    }),
    message: [
      translate(language, `notification_texts.forecasts_reviewed.${part}`, texts),
      ...(worst ? [translate(language, 'notification_texts.forecasts_reviewed.worst', { worst })] : []),
    ].join(' '),
  }
}

/** The value of an alert with its unit in the reader's system; stored in %, °C and litres. */
function figureOf(
  { level, value }: NotificationRow['params'],
  reader: NotificationReader,
): string | undefined {
  if (value === null || value === undefined || value === '') return undefined
  const { language, units } = reader
  const imperial = units === 'imperial'
  const figure = (amount: number, unit: string) =>
    `${new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 0 }).format(amount)} ${unit}`
  switch (level) {
    case 'urgent':
    case 'mild':
    case 'overfill':
    case 'battery_low':
      return new Intl.NumberFormat(localeOf(language), { style: 'percent' }).format(Number(value) / 100)
    case 'temperature':
      return imperial ? figure(celsiusToFahrenheit(Number(value)), '°F') : figure(Number(value), '°C')
    case 'sudden_loss':
      return figure(volumeIn(units, Number(value)), volumeUnit(units))
    case 'unexplained_loss':
    case 'unexplained_rise':
    case 'use_stopped':
    case 'sensor_drift':
      return perDay(Number(value), reader)
    default:
      return undefined
  }
}

/** Litres a day; small values with a decimal place. */
function perDay(litres: number, { language, units }: NotificationReader): string {
  const amount = volumeIn(units, litres)
  const digits = Math.abs(amount) < 10 ? 1 : 0
  const text = new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: digits }).format(amount)
  return translate(language, 'notification_texts.per_day', { amount: `${text} ${volumeUnit(units)}` })
}
