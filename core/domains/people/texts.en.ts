import { localeNames } from '#core/platform/localeNames.ts'
import { en as platform } from '#core/platform/texts.en.ts'
import type { ResourceTexts } from '#core/resources/texts.ts'
import type { departments } from './departments.ts'
import type { entity_addresses } from './entity_addresses.ts'
import type { entity_emails } from './entity_emails.ts'
import type { entity_phones } from './entity_phones.ts'
import type { newPerson } from './newPerson.ts'
import type { notes } from './notes.ts'

const owner = { object_ref: 'Belongs to', object_id: 'Its number' }
const object_ref = {
  company: 'Company',
  person: 'Person',
  device: 'Device',
  document: 'Document',
  shipment: 'Shipment',
  work_order: 'Work order',
}

export const en = {
  departments: {
    label: 'Departments',
    single: 'Department',
    fields: {
      company_id: 'Company',
      department_name: 'Name',
      parent_department_id: 'Part of',
      manager_id: 'Manager',
      location_id: 'Location',
      cost_center: 'Cost center',
      budget: 'Budget',
      start_date: 'From',
      end_date: 'Until',
      description: 'Description',
    },
    choices: {},
    sections: { department: 'Department', budget: 'Budget', description: 'Description' },
  } satisfies ResourceTexts<typeof departments>,
  entity_phones: {
    label: 'Phones',
    single: 'Phone',
    fields: {
      ...owner,
      phone_number: 'Phone number',
      phone_number_formatted: 'As people write it',
      phone_extension: 'Extension',
      country_id: 'Country',
      country_iso_2: 'Country code',
      country_iso_3: 'Country code, three letters',
      phone_type: 'Kind',
      prime: 'Primary',
      notify: 'Receives messages',
      call_link: 'Call',
      sms_link: 'Text',
    },
    choices: {
      object_ref,
      phone_type: { home: 'Home', mobile: 'Mobile', work: 'Work', fax: 'Fax' },
    },
    sections: {},
  } satisfies ResourceTexts<typeof entity_phones>,
  entity_emails: {
    label: 'E-mails',
    single: 'E-mail',
    fields: {
      ...owner,
      email_address: 'E-mail address',
      email_type: 'Kind',
      prime: 'Primary',
      notify: 'Receives messages',
      email_link: 'Write',
    },
    choices: {
      object_ref,
      email_type: { home: 'Home', work: 'Work', other: 'Other' },
    },
    sections: {},
  } satisfies ResourceTexts<typeof entity_emails>,
  entity_addresses: {
    label: 'Addresses',
    single: 'Address',
    fields: {
      ...owner,
      location_label: 'Name of the place',
      address_type: 'Kind',
      address1: 'Street',
      address2: 'Second line',
      city: 'City',
      state: 'State',
      zip_code: 'ZIP code',
      zip_code_ext: 'ZIP+4',
      country_id: 'Country',
      country_name: 'Name of the country',
      prime: 'Primary',
      full_single_line_address: 'Address in one line',
      maps_link: 'Map',
    },
    choices: {
      object_ref,
      address_type: { billing: 'Billing', shipping: 'Shipping', work: 'Work', other: 'Other' },
    },
    sections: {},
  } satisfies ResourceTexts<typeof entity_addresses>,
  notes: {
    label: 'Notes',
    single: 'Note',
    fields: {
      ...owner,
      note: 'Note',
      created_by: 'Written by',
      created_by_id: 'Number of who wrote it',
    },
    choices: {
      object_ref,
    },
    sections: {},
  } satisfies ResourceTexts<typeof notes>,
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
      country_id: 'Country',
      phone_number: 'Phone number',
      email_address: 'E-mail address',
      email_type: 'Kind of e-mail',
      default_route: 'First screen after sign-in',
      status: 'Active',
    },
    choices: {
      email_type: { home: 'Home', work: 'Work', other: 'Other' },
      gender: { 0: 'Not given', 1: 'Female', 2: 'Male', 3: 'Other' },
      unit_of_measure: { 1: 'Imperial (gallons, inches, °F)', 2: 'Metric (litres, mm, °C)' },
      theme: platform.themes,
      notification_method: { none: 'Nothing', email: 'E-mail', sms: 'Text message', both: 'Both' },
      language: localeNames,
    },
    sections: {
      contact: 'First contact',
      name: 'Name',
      company: 'Company',
      preferences: 'Preferences',
      notifications: 'Notifications',
    },
    help: {
      default_route: 'Left empty: the dashboard',
      notification_method:
        'Beside the bell, alerts and messages come this way. SMS needs a provider; without one nothing is sent that way',
      report_time: 'When the daily digest comes by e-mail, if e-mail is chosen',
      device_filter:
        'Only devices whose name, number, company or tags contain one of these words, separated by commas',
    },
  } satisfies ResourceTexts<typeof newPerson>,
}

/** What is said when one of the rules here is broken. */
export const rules = {
  not_after_end: 'Must not be after the end',
  new_prime: 'Choose which of the others becomes the primary one',
  owner_fixed: 'It belongs to another record',
  prime_needed: 'Make another one the primary instead',
  zip: 'Item must be at least 5 numbers',
}
