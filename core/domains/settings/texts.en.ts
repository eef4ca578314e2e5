import { en as platform } from '#core/platform/texts.en.ts'
import type { ResourceTexts } from '#core/resources/texts.ts'
import type { options } from './options.ts'
import type { options_categories } from './options_categories.ts'
import type { questions } from './questions.ts'
import type { settings } from './settings.ts'
import type { units_of_measure } from './units_of_measure.ts'

const sensitivities = {
  off: 'Off',
  low: 'Low: hardly any false alarm, later',
  normal: 'Normal: a false alarm a tank in about ten years',
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
      status: 'Can be chosen',
    },
    choices: {},
    sections: {},
    help: {
      value: 'What records keep of it; empty: the slug',
      slug: 'Made from the name when it is left empty',
      class: 'The look of it: a color or an icon',
    },
  } satisfies ResourceTexts<typeof options>,
  options_categories: {
    label: 'Options lists',
    single: 'Options list',
    fields: {
      category: 'Name',
      slug: 'Slug',
      system_list: 'List of the product',
      sort_by: 'Order',
      status: 'Active',
    },
    choices: { sort_by: { 0: 'Their own', 1: 'By value', 2: 'By name' } },
    sections: {},
    help: { slug: 'Made from the name when it is left empty. Lists of the product keep theirs' },
  } satisfies ResourceTexts<typeof options_categories>,
  questions: {
    label: 'Questions',
    single: 'Question',
    fields: {
      question: 'Question',
      field_type: 'Answered by',
      object_ref: 'Asked of',
      object_id: 'Of that one only, id',
    },
    choices: {
      field_type: {
        text: 'Text',
        number: 'Number',
        date: 'Date',
        select: 'Choice',
        checkbox: 'Check mark',
        photo: 'Photo',
      },
    },
    sections: {},
  } satisfies ResourceTexts<typeof questions>,
  settings: {
    label: 'Settings',
    single: 'Setting',
    fields: {
      company_name: 'Name of your business',
      staff_shown_as: 'Others see your people as',
      time_zone: 'Time zone',
      mail_from_name: 'Name of the sender',
      mail_from: 'Address of the sender',
      mail_reply_to: 'Address for replies',
      sign_up: 'Companies may sign up by themselves',
      allowed_networks: 'Allowed networks',
      second_factor_login_types: 'Two-factor sign-in is required of',
      session_hours: 'Length of a session',
      session_remember_days: 'Length of a session that is kept',
      idle_lock_minutes: 'Lock the screen after',
      reorder_yellow: 'Mild at or under',
      reorder_red: 'Urgent at or under',
      battery_low: 'Battery low under',
      unexplained_loss: 'Unexplained loss',
      unexplained_rise: 'Unexplained rise',
      use_stopped: 'Use stopped',
      sensor_drift: 'Sensor drifts',
      frozen_sensor: 'Sensor frozen',
      rates_url: 'Provider of exchange rates',
      rates_private: 'The provider may lie in a private network',
      weather_url: 'Provider of weather',
      weather_private: 'The provider of weather may lie in a private network',
      weather_attribution: 'Whose weather it is',
      degree_day_base: 'Degree days count from',
      map_tiles_url: 'Map tiles',
      retention_raw_months: 'Single readings, months',
      retention_hourly_years: 'Hourly figures',
    },
    choices: {
      unexplained_loss: sensitivities,
      unexplained_rise: sensitivities,
      use_stopped: sensitivities,
      sensor_drift: sensitivities,
      second_factor_login_types: platform.login_types,
      degree_day_base: { f65: '65 °F (18.33 °C)', c18: '18 °C (64.4 °F)' },
      staff_shown_as: { staff: 'Ullage staff', company: 'The name of your business' },
    },
    sections: {
      company: 'Your business',
      mail: 'E-mail',
      access: 'Signing in',
      alerts: 'Levels for new tanks, and alerts',
      unexplained: 'Use that changes without a reason',
      services: 'Services of others',
      weather: 'Weather',
      retention: 'How long readings are kept',
    },
    help: {
      company_name: 'At the door, on every screen, in e-mails, in authenticator apps',
      staff_shown_as: 'In the history and the notes that customers, distributors and vendors read',
      time_zone: 'For people who have not chosen one, such as new users',
      mail_from: 'Your mail server must be allowed to send in its name',
      mail_reply_to: 'Empty: replies go to the sender',
      sign_up: 'A new company waits until one of you approves it',
      allowed_networks:
        'Such as 203.0.113.0/24 or 2001:db8::/32. Users with "Sign in only from allowed networks" get in from these only; without any, they get in from nowhere.',
      second_factor_login_types:
        'Who has not set it up does so at the next sign-in, before anything else. Everybody else may.',
      session_hours: 'After that one signs in again',
      session_remember_days: 'For who chooses to stay signed in',
      idle_lock_minutes: 'Without a touch; 0 locks never',
      reorder_yellow: 'For ports that are set up without levels of their own; empty: no such alert',
      battery_low: 'The alert closes 2 points above',
      unexplained_loss:
        'Judged once a day for each tank. A loss beyond what the cold and the week explain; for propane it is mailed at once',
      use_stopped: 'Nothing is used for days on which it usually is',
      sensor_drift: 'The level rises slowly though nothing was delivered',
      rates_url: 'An address that answers in the daily format of the European Central Bank',
      rates_private: 'Without it the server asks no address of this machine or of a network of its own',
      weather_url:
        'An address that answers in the format of Open-Meteo, with its key if it needs one; empty: forecasts follow no weather. It is told about where your tanks are, to 28 km.',
      weather_attribution: 'Said beside forecasts that follow the weather, as its licence asks',
      degree_day_base: 'On a day as warm as that nobody heats',
      map_tiles_url:
        'Such as https://tiles.example.com/{z}/{x}/{y}.png; empty: the map that comes with the product',
      retention_raw_months: 'Older ones are deleted for good; their hourly and daily figures stay',
      retention_hourly_years: 'Daily figures are kept for ever',
    },
  } satisfies ResourceTexts<typeof settings>,
  units_of_measure: {
    label: 'Units of measure',
    single: 'Unit of measure',
    fields: {
      unit: 'Unit',
      unit_abbrev: 'Abbreviation',
      measure: 'Measures',
      factor: 'Size',
      code: 'Code',
    },
    choices: {
      measure: {
        volume: 'Volume',
        mass: 'Weight',
        count: 'Pieces',
        time: 'Time',
        other: 'Something else',
        system: 'A system of units',
      },
    },
    sections: {},
    help: {
      factor:
        'Litres, kilograms, hours or pieces in one of it. A gallon of the United States has 3.785411784 litres',
    },
  } satisfies ResourceTexts<typeof units_of_measure>,
}

/** What is said when one of the rules here is broken. */
export const rules = {
  network: '{{text}} is no network such as 203.0.113.0/24',
  tiles: 'Must hold {z}, {x} and {y}',
  system_list: 'The product itself needs it as it is',
}

/** What the calls here answer. */
export const messages = {
  system_list: 'The product itself needs this list. It cannot be archived.',
  own_unit: 'The product itself counts with this unit. It cannot be deleted.',
}
