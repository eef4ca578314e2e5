import { localeChoices } from '#core/platform/texts/localeNames.ts'
import { en as platform } from '#core/platform/texts/texts.en.ts'
import type { ResourceTexts } from '#core/resources/texts.ts'
import type { departments } from './departments.ts'
import type { entity_addresses } from './entity_addresses.ts'
import type { entity_emails } from './entity_emails.ts'
import type { entity_phones } from './entity_phones.ts'
import type { newPerson } from './newPerson.ts'
import type { notes } from './notes.ts'
import type { person_contacts } from './person_contacts.ts'

const owner = { object_ref: 'Belongs to', object_id: 'Record number' }
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
      phone_number_formatted: 'Formatted',
      phone_extension: 'Extension',
      country_id: 'Country',
      country_iso_2: 'Country code',
      country_iso_3: 'Country code, three letters',
      phone_type: 'Type',
      prime: 'Primary',
      notify: 'Receives notifications',
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
      email_type: 'Type',
      prime: 'Primary',
      notify: 'Receives notifications',
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
      location_label: 'Location name',
      address_type: 'Type',
      address1: 'Street',
      address2: 'Street, second line',
      city: 'City',
      state: 'State',
      zip_code: 'ZIP code',
      zip_code_ext: 'ZIP+4',
      country_id: 'Country',
      country_name: 'Country name',
      prime: 'Primary',
      full_single_line_address: 'Single-line address',
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
      created_by_id: 'Author number',
    },
    choices: {
      object_ref,
    },
    sections: {},
  } satisfies ResourceTexts<typeof notes>,
  person_contacts: {
    label: 'Contacts of people',
    single: 'Contact of a person',
    fields: {
      phone_number: 'Phone (digits)',
      phone_number_formatted: 'Phone',
      email_address: 'E-mail',
      login_type_id: 'Role',
    },
    choices: { login_type_id: platform.login_types },
    sections: {},
  } satisfies ResourceTexts<typeof person_contacts>,
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
      entity_phones_id: 'Primary phone',
      entity_emails_id: 'Primary e-mail',
      battery_notify: 'Low battery notifications',
      user_time_zone: 'Time zone',
      unit_of_measure: 'Units',
      theme: 'Color theme',
      notification_method: 'Notify by',
      urgent_method: 'Urgent alerts by',
      quiet_from: 'Quiet from',
      quiet_until: 'Quiet until',
      language: 'Language',
      device_filter: 'Device filter',
      report_time: 'Daily digest at',
      country_id: 'Country',
      phone_number: 'Phone number',
      email_address: 'E-mail address',
      email_type: 'E-mail type',
      default_route: 'First screen after sign-in',
      status: 'Active',
    },
    choices: {
      email_type: { home: 'Home', work: 'Work', other: 'Other' },
      gender: { 0: 'Not specified', 1: 'Female', 2: 'Male', 3: 'Other' },
      unit_of_measure: { 1: 'Imperial (gallons, inches, °F)', 2: 'Metric (litres, mm, °C)' },
      theme: platform.themes,
      notification_method: {
        none: 'None',
        email: 'E-mail',
        sms: 'Text message',
        push: 'Push message',
        both: 'E-mail; urgent alerts by text message',
      },
      urgent_method: { email: 'E-mail', sms: 'Text message', push: 'Push message' },
      language: localeChoices('texts in English'),
    },
    sections: {
      contact: 'Contact details',
      name: 'Name',
      company: 'Company',
      preferences: 'Preferences',
      notifications: 'Notifications',
    },
    help: {
      default_route: 'Empty: the first screen of the login type, such as the dashboard or “My day”',
      notification_method: 'How alerts and messages are sent, in addition to the bell',
      urgent_method: 'Empty: as the other alerts',
      quiet_until: 'Between these times only urgent alerts are sent; the others follow afterwards',
      report_time: 'When the daily digest is sent, if e-mail is chosen',
      device_filter:
        'Only devices whose name, number, company or tags contain one of these words; separate them with commas',
    },
  } satisfies ResourceTexts<typeof newPerson>,
}

/** Validation messages. */
export const rules = {
  not_after_end: 'Must not be after the end',
  quiet_hours: 'Enter two different times, or none',
  new_prime: 'Choose which of the others becomes primary',
  owner_fixed: 'It belongs to another record',
  prime_needed: 'Make another one primary instead',
  zip: 'Item must be at least 5 numbers',
}
