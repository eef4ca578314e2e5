import { SENSITIVITIES } from '#core/domains/telemetry/unexplained/judgeUse.ts'
import { DEGREE_DAY_BASE_NAMES } from '#core/domains/weather/degreeDays.ts'
import { networkIssues } from '#core/platform/isNetwork.ts'
import { type Issue, issueIf } from '#core/platform/issue.ts'
import { keysOf } from '#core/platform/keysOf.ts'
import { ALL_LOGIN_TYPES, STAFF } from '#core/platform/loginTypes.ts'
import { OWN_COMPANY_NAME } from '#core/platform/ownCompany.ts'
import { defineResource, type ValuesOf } from '#core/resources/definition.ts'

/** Whether unexplained changes of use are reported, and how readily. */
const sensitivity = { kind: 'choice', required: true, default: 'normal', of: SENSITIVITIES } as const

/**
 * All settings that users change at run time, with type, check and default. In the API a setting is a record (`setting_key`);
 * here it is a field, so that one definition language covers it.
 */
export const settings = defineResource({
  name: 'settings',
  single: 'setting',
  id: 'setting_key',
  module: 'configuration',
  loginTypes: STAFF,
  scope: 'shared',
  fields: {
    company_name: { kind: 'text', required: true, max: 60, default: OWN_COMPANY_NAME },
    time_zone: {
      kind: 'text',
      format: 'time_zone',
      required: true,
      max: 65,
      default: 'America/Detroit',
    },
    mail_from_name: { kind: 'text', required: true, max: 60, default: 'Ullage' },
    mail_from: { kind: 'text', format: 'email', required: true, max: 100, default: 'ullage@example.com' },
    mail_reply_to: { kind: 'text', format: 'email', max: 100 },
    staff_shown_as: { kind: 'choice', required: true, default: 'staff', of: ['staff', 'company'] },
    /** Whether a billing run mails its invoices, unless its user chooses otherwise. */
    mail_invoices: { kind: 'flag', required: true, default: 0 },
    sign_up: { kind: 'flag', required: true, default: 1 },
    /** Whether a distributor's own staff can be granted orders, billing and trucks. */
    distributors_back_office: { kind: 'flag', required: true, default: 0 },
    second_factor_login_types: { kind: 'choices', of: ALL_LOGIN_TYPES },
    allowed_networks: { kind: 'name_list' },
    api_origins: { kind: 'name_list' },
    session_hours: { kind: 'integer', required: true, min: 1, max: 72, unit: 'h', default: 12 },
    session_remember_days: { kind: 'integer', required: true, min: 1, max: 90, unit: 'd', default: 7 },
    idle_lock_minutes: { kind: 'integer', required: true, min: 0, max: 480, unit: 'min', default: 60 },
    reorder_yellow: { kind: 'decimal', digits: 5, scale: 2, min: 0, max: 100, unit: '%' },
    reorder_red: { kind: 'decimal', digits: 5, scale: 2, min: 0, max: 100, unit: '%' },
    battery_low: { kind: 'integer', required: true, min: 5, max: 90, unit: '%', default: 20 },
    unexplained_loss: sensitivity,
    unexplained_rise: sensitivity,
    use_stopped: sensitivity,
    sensor_drift: sensitivity,
    frozen_sensor: { kind: 'flag', required: true, default: 1 },
    rates_url: {
      kind: 'text',
      format: 'url',
      required: true,
      max: 255,
      default: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
    },
    rates_private: { kind: 'flag', required: true, default: 0 },
    webhooks_private: { kind: 'flag', required: true, default: 0 },
    identity_providers_private: { kind: 'flag', required: true, default: 0 },
    weather_url: { kind: 'text', format: 'url', max: 255 },
    weather_private: { kind: 'flag', required: true, default: 0 },
    weather_attribution: { kind: 'text', max: 100, default: 'Weather data by Open-Meteo.com' },
    degree_day_base: { kind: 'choice', required: true, default: 'f65', of: DEGREE_DAY_BASE_NAMES },
    map_tiles_url: { kind: 'text', format: 'url', max: 255 },
    retention_raw_months: { kind: 'integer', required: true, min: 1, max: 240, default: 25 },
    retention_hourly_years: { kind: 'integer', required: true, min: 1, max: 50, unit: 'a', default: 10 },
  },
  title: 'company_name',
  list: [],
  search: [],
  calls: ['list', 'read', 'update'],
  form: [
    { section: 'company', fields: ['company_name', 'staff_shown_as', 'time_zone'] },
    { section: 'mail', fields: ['mail_from_name', 'mail_from', 'mail_reply_to', 'mail_invoices'] },
    {
      section: 'access',
      fields: [
        'sign_up',
        'distributors_back_office',
        'allowed_networks',
        'second_factor_login_types',
        'session_hours',
        'session_remember_days',
        'idle_lock_minutes',
        'api_origins',
      ],
    },
    { section: 'alerts', fields: ['reorder_yellow', 'reorder_red', 'battery_low'] },
    {
      section: 'unexplained',
      fields: ['unexplained_loss', 'unexplained_rise', 'use_stopped', 'sensor_drift', 'frozen_sensor'],
    },
    {
      section: 'services',
      fields: [
        'rates_url',
        'rates_private',
        'webhooks_private',
        'identity_providers_private',
        'map_tiles_url',
      ],
    },
    {
      section: 'weather',
      fields: ['weather_url', 'weather_private', 'weather_attribution', 'degree_day_base'],
    },
    { section: 'retention', fields: ['retention_raw_months', 'retention_hourly_years'] },
  ],
  check: (values) => [
    ...networkIssues('allowed_networks', values.allowed_networks),
    ...originIssues(values.api_origins),
    ...levelIssues(values.reorder_yellow, values.reorder_red),
    ...tileIssues(values.map_tiles_url),
    // Part of the header of every mail, where a line break would end the field.
    ...issueIf(/[\r\n]/.test(values.mail_from_name ?? ''), { field: 'mail_from_name', rule: 'characters' }),
  ],
})
export type Settings = ValuesOf<typeof settings.fields>

export const SETTING_KEYS = keysOf(settings.fields)

function originIssues(origins: readonly string[] | null | undefined): Issue[] {
  const invalid = origins?.find((text) => !/^https?:\/\/[^\s/?#@]+$/.test(text))
  return invalid === undefined ? [] : [{ field: 'api_origins', rule: 'origin', params: { text: invalid } }]
}

function levelIssues(yellow: string | null | undefined, red: string | null | undefined): Issue[] {
  if (yellow == null || red == null || Number(yellow) > Number(red)) return []
  return [{ field: 'reorder_yellow', rule: 'above_urgent' }]
}

/** The URL of map tiles needs the three placeholders of a tile. */
function tileIssues(url: string | null | undefined): Issue[] {
  if (!url || ['{z}', '{x}', '{y}'].every((figure) => url.includes(figure))) return []
  return [{ field: 'map_tiles_url', rule: 'tiles' }]
}
