import { CHANNELS } from '#core/domains/notifications/channels.ts'
import { issueIf } from '#core/platform/issue.ts'
import { CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { LOCALE_CODES } from '#core/platform/texts/locales.ts'
import { THEMES } from '#core/platform/themes.ts'
import { defineResource } from '#core/resources/definition.ts'

export const people = defineResource({
  name: 'people',
  single: 'person',
  id: 'people_id',
  module: 'people',
  loginTypes: CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES,
  scope: 'company',
  // Columns of the photo and the invitation, which is stored as a hash.
  besides: ['photo', 'photo_thumb', 'invite_token', 'invite_expires'],
  fields: {
    company_id: { kind: 'reference', to: 'companies', own: true },
    prefix: { kind: 'text', max: 4 },
    first_name: { kind: 'text', required: true, max: 35 },
    middle_name: { kind: 'text', max: 35 },
    last_name: { kind: 'text', required: true, max: 35 },
    suffix: { kind: 'text', max: 3 },
    combined_name: { kind: 'text', max: 120, computed: true },
    nick_name: { kind: 'text', max: 45 },
    job_title: { kind: 'text', max: 45 },
    gender: { kind: 'choice', default: 0, of: [0, 1, 2, 3] },
    photo_id: { kind: 'image', computed: true },
    entity_phones_id: { kind: 'integer', computed: true, isKey: true },
    entity_emails_id: { kind: 'integer', computed: true, isKey: true },
    battery_notify: { kind: 'flag', required: true, default: 0 },
    user_time_zone: {
      kind: 'text',
      format: 'time_zone',
      required: true,
      default: 'America/Detroit',
      max: 65,
    },
    unit_of_measure: { kind: 'choice', required: true, default: 1, of: [1, 2] },
    theme: { kind: 'choice', required: true, default: 'default', of: THEMES },
    notification_method: {
      kind: 'choice',
      required: true,
      default: 'none',
      of: ['none', 'email', 'sms', 'push', 'both'],
    },
    /** Empty: urgent alerts go by `notification_method`. */
    urgent_method: { kind: 'choice', of: CHANNELS },
    /** Nothing but urgent alerts is sent between these times, which may span midnight. */
    quiet_from: { kind: 'time' },
    quiet_until: { kind: 'time' },
    language: { kind: 'choice', required: true, default: 'en', of: LOCALE_CODES, also: { english: 'en' } },
    device_filter: { kind: 'text', max: 255 },
    report_time: { kind: 'time' },
    default_route: { kind: 'text', format: 'route', max: 255 },
    status: { kind: 'flag', required: true, default: 1 },
  },
  title: 'combined_name',
  matchBy: [['last_name', 'first_name', 'company_id']],
  list: ['combined_name', 'job_title', 'company_id', 'language', 'status'],
  search: ['combined_name', 'nick_name', 'job_title'],
  filters: { status: null, company_id: null, drives: null },
  form: [
    {
      section: 'name',
      fields: [
        'prefix',
        'first_name',
        'middle_name',
        'last_name',
        'suffix',
        'nick_name',
        'job_title',
        'gender',
      ],
    },
    { section: 'company', fields: ['company_id', 'status'] },
    {
      section: 'preferences',
      fields: ['language', 'user_time_zone', 'unit_of_measure', 'theme', 'default_route'],
    },
    {
      section: 'notifications',
      fields: [
        'notification_method',
        'urgent_method',
        'quiet_from',
        'quiet_until',
        'battery_notify',
        'report_time',
        'device_filter',
      ],
    },
  ],
  archive: { status: 0 },
  check: ({ quiet_from, quiet_until }) =>
    issueIf(!quiet_from !== !quiet_until || (quiet_from && quiet_from === quiet_until), {
      field: quiet_from ? 'quiet_until' : 'quiet_from',
      rule: 'quiet_hours',
    }),
})
