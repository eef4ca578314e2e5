import { localeNames } from '#core/platform/localeNames.ts'
import { en as platform } from '#core/platform/texts.en.ts'
import type { ResourceTexts } from '#core/resources/texts.ts'
import type { people } from './people.ts'

export const en = {
  people: {
    label: 'People',
    single: 'Person',
    fields: {
      company_id: 'Company',
      prefix: 'Title',
      first_name: 'First name',
      middle_name: 'Middle name',
      last_name: 'Last name',
      suffix: 'Suffix',
      combined_name: 'Name',
      nick_name: 'Nickname',
      job_title: 'Job title',
      gender: 'Gender',
      photo_id: 'Photo',
      entity_phones_id: 'Main phone',
      entity_emails_id: 'Main e-mail',
      battery_notify: 'Tell about low batteries',
      user_time_zone: 'Time zone',
      unit_of_measure: 'Units',
      theme: 'Color theme',
      notification_method: 'Notify by',
      language: 'Language',
      device_filter: 'Only for devices with',
      report_time: 'Daily report at',
      default_route: 'First screen after sign-in',
      status: 'Active',
    },
    choices: {
      gender: { 0: 'Not given', 1: 'Female', 2: 'Male', 3: 'Other' },
      unit_of_measure: { 1: 'Imperial (gallons, inches, °F)', 2: 'Metric (litres, mm, °C)' },
      theme: platform.themes,
      notification_method: { none: 'Nothing', email: 'E-mail', sms: 'Text message', both: 'Both' },
      language: localeNames,
    },
    sections: {
      name: 'Name',
      company: 'Company',
      preferences: 'Preferences',
      notifications: 'Notifications',
    },
    help: { default_route: 'Such as /devices; empty for the dashboard' },
  } satisfies ResourceTexts<typeof people>,
}
