import { en as platform } from '#core/platform/texts/texts.en.ts'
import type { ResourceTexts } from '#core/resources/texts.ts'
import type { options } from './options.ts'
import type { options_categories } from './options_categories.ts'
import type { questions } from './questions.ts'
import type { settings } from './settings.ts'
import type { units_of_measure } from './units_of_measure.ts'

const sensitivities = {
  off: 'Off',
  low: 'Low: hardly any false alarms, but later',
  normal: 'Normal: one false alarm per tank in about ten years',
  high: 'High: sooner, with more false alarms',
}

export const en = {
  options: {
    label: 'Options',
    single: 'Option',
    fields: {
      category_id: 'List',
      option: 'Name',
      value: 'Value',
      slug: 'Slug',
      class: 'Class',
      sort_order: 'Position',
      status: 'Selectable',
    },
    choices: {},
    sections: {},
    help: {
      value: 'The value stored in records. Empty: the slug',
      slug: 'Empty: created from the name',
      class: 'A color or an icon',
    },
  } satisfies ResourceTexts<typeof options>,
  options_categories: {
    label: 'Options lists',
    single: 'Options list',
    fields: {
      category: 'Name',
      slug: 'Slug',
      system_list: 'System list',
      sort_by: 'Order',
      status: 'Active',
    },
    choices: { sort_by: { 0: 'Manual order', 1: 'By value', 2: 'By name' } },
    sections: {},
    help: { slug: 'Empty: created from the name. Fixed for system lists' },
  } satisfies ResourceTexts<typeof options_categories>,
  questions: {
    label: 'Questions',
    single: 'Question',
    fields: {
      question: 'Question',
      field_type: 'Answer type',
      object_ref: 'Applies to',
      object_id: 'Only for the record number',
    },
    choices: {
      field_type: {
        text: 'Text',
        number: 'Number',
        date: 'Date',
        select: 'Choice',
        checkbox: 'Check box',
        photo: 'Photo',
      },
    },
    sections: {},
  } satisfies ResourceTexts<typeof questions>,
  settings: {
    label: 'Settings',
    single: 'Setting',
    fields: {
      company_name: 'Business name',
      staff_shown_as: 'Your staff is shown to others as',
      time_zone: 'Time zone',
      mail_from_name: 'Sender name',
      mail_from: 'Sender address',
      mail_reply_to: 'Reply-to address',
      mail_invoices: 'E-mail the invoices of billing runs',
      sign_up: 'Let companies sign up',
      distributors_back_office: 'Distributors run their own back office',
      allowed_networks: 'Allowed networks',
      api_origins: 'Websites that call the API',
      second_factor_login_types: 'Require two-factor sign-in for',
      session_hours: 'Session length',
      session_remember_days: 'Session length when staying signed in',
      idle_lock_minutes: 'Lock the screen after',
      reorder_yellow: 'Mild at or below',
      reorder_red: 'Urgent at or below',
      battery_low: 'Low battery below',
      unexplained_loss: 'Unexplained loss',
      unexplained_rise: 'Unexplained rise',
      use_stopped: 'Use stopped',
      sensor_drift: 'Sensor drift',
      frozen_sensor: 'Frozen sensor',
      rates_url: 'Exchange rate provider',
      rates_private: 'Exchange rate provider may be on a private network',
      webhooks_private: 'Webhooks may use http and be on a private network',
      identity_providers_private: 'Identity providers may use http and be on a private network',
      weather_url: 'Weather provider',
      weather_private: 'Weather provider may be on a private network',
      weather_attribution: 'Weather attribution',
      degree_day_base: 'Degree-day base',
      map_tiles_url: 'Map tiles',
      retention_raw_months: 'Individual readings, months',
      retention_hourly_years: 'Hourly figures',
    },
    choices: {
      unexplained_loss: sensitivities,
      unexplained_rise: sensitivities,
      use_stopped: sensitivities,
      sensor_drift: sensitivities,
      second_factor_login_types: platform.login_types,
      degree_day_base: { f65: '65 °F (18.33 °C)', c18: '18 °C (64.4 °F)' },
      staff_shown_as: { staff: 'Ullage staff', company: 'Your business name' },
    },
    sections: {
      company: 'Your business',
      mail: 'E-mail',
      access: 'Sign-in',
      alerts: 'Alerts and levels for new tanks',
      unexplained: 'Unexplained changes in use',
      services: 'External services',
      weather: 'Weather',
      retention: 'Data retention',
    },
    help: {
      company_name: 'Shown on the sign-in page, on every screen, in e-mails and in authenticator apps',
      staff_shown_as: 'In the history and the notes that customers, distributors and vendors read',
      time_zone: 'For people who have not chosen one, such as new users',
      mail_from: 'Your mail server must be allowed to send from it',
      mail_reply_to: 'Empty: replies go to the sender',
      mail_invoices: 'On: a billing run e-mails its invoices unless its user chooses otherwise',
      sign_up: 'A new company waits until your staff approves it',
      distributors_back_office:
        'Lets you grant the staff of distributors access to orders, billing, prices and trucks of their own customers. Permissions are still granted by account or login type.',
      allowed_networks:
        'Such as 203.0.113.0/24 or 2001:db8::/32. Users with “Sign in only from allowed networks” can sign in only from these; if there are none, they cannot sign in at all.',
      api_origins: 'Such as https://shop.example.com. Their pages can call the API with an API key.',
      second_factor_login_types:
        'Users of these login types must set it up at their next sign-in. For all others it is optional.',
      session_hours: 'After that, users sign in again',
      session_remember_days: 'For users who choose to stay signed in',
      idle_lock_minutes: 'Time without activity. 0: never',
      reorder_yellow: 'For ports without their own levels. Empty: no such alert',
      battery_low: 'The alert closes 2 points above this',
      unexplained_loss:
        'A loss that cold and weekday do not explain. Each tank is checked once a day. For propane, the alert is e-mailed immediately',
      use_stopped: 'No use on days that usually have use',
      sensor_drift: 'The level rises slowly without a delivery',
      rates_url: 'An address that answers in the European Central Bank’s daily format',
      rates_private: 'If off, the server does not call addresses on this machine or a private network',
      weather_url:
        'An address that answers in the Open-Meteo format, with its key if it needs one. Empty: forecasts do not follow the weather. The provider learns where your tanks are, to within 28 km.',
      weather_attribution: 'Shown next to forecasts that follow the weather, as the license requires',
      degree_day_base: 'On days this warm, no heating is needed',
      map_tiles_url: 'Such as https://tiles.example.com/{z}/{x}/{y}.png. Empty: the built-in map',
      retention_raw_months: 'Older ones are permanently deleted; their hourly and daily figures are kept',
      retention_hourly_years: 'Daily figures are kept forever',
    },
  } satisfies ResourceTexts<typeof settings>,
  units_of_measure: {
    label: 'Units of measure',
    single: 'Unit of measure',
    fields: {
      unit: 'Unit',
      unit_abbrev: 'Abbreviation',
      measure: 'Measures',
      factor: 'Factor',
      code: 'Code',
    },
    choices: {
      measure: {
        volume: 'Volume',
        mass: 'Weight',
        count: 'Count',
        time: 'Time',
        other: 'Other',
        system: 'Unit system',
      },
    },
    sections: {},
    help: {
      factor: 'Litres, kilograms, hours or pieces in one unit. A US gallon has 3.785411784 litres',
    },
  } satisfies ResourceTexts<typeof units_of_measure>,
}

/** Validation messages. */
export const rules = {
  origin: '{{text}} is not an origin such as https://shop.example.com',
  network: '{{text}} is not a network such as 203.0.113.0/24',
  tiles: 'Must contain {z}, {x} and {y}',
  system_list: 'Cannot be changed in a list that the product needs',
}

/** Response messages. */
export const messages = {
  system_list: 'The product needs this list. It cannot be archived.',
  own_unit: 'The product uses this unit. It cannot be deleted.',
}
