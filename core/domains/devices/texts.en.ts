import type { ResourceTexts } from '#core/resources/texts.ts'
import type { device_ports } from './device_ports.ts'
import type { device_types } from './device_types.ts'
import type { devices } from './devices.ts'
import type { firmware_versions } from './firmware_versions.ts'
import type { mobile_providers } from './mobile_providers.ts'
import type { sensor_types } from './sensor_types.ts'
import type { tags } from './tags.ts'
import type { tank_levels } from './tank_levels.ts'

/** The words for a tank's size, which a port and a manufacturer's spec share. */
export const tankSizeTexts = {
  def_liters: 'Capacity',
  metric_diameter: 'Diameter',
  metric_height: 'Height',
  metric_width: 'Width',
  metric_length: 'Length',
  def_us_gallons: 'Capacity',
  imperial_diameter: 'Diameter',
  imperial_height: 'Height',
  imperial_width: 'Width',
  imperial_length: 'Length',
  metric_wall: 'Wall thickness',
  imperial_wall: 'Wall thickness',
  metric_dish_radius: 'Dish radius',
  imperial_dish_radius: 'Dish radius',
  metric_knuckle_radius: 'Knuckle radius',
  imperial_knuckle_radius: 'Knuckle radius',
  capacity_confirmed: 'The capacity is correct, even if the dimensions give a different one',
}

const wallHelp = '0: the dimensions above are inside dimensions. Otherwise they include the wall.'
const dishHelp = '0: the diameter, as for ASME flanged and dished heads'
const knuckleHelp = '0: 6% of the diameter, as for ASME flanged and dished heads'
const gaugeHelp = 'From the middle of the tank to the gauge; negative toward the upper end'

export const en = {
  tank_levels: {
    label: 'Levels',
    single: 'Level',
    fields: {
      imperial_temperature: 'Temperature (°F)',
      tank_product: 'Tank',
      tank_percent: 'Level (%)',
      tank_litres: 'Volume (L)',
      tank_litres_margin: 'Volume ± (L)',
      tank_gallons: 'Volume (gal)',
      tank_gallons_margin: 'Volume ± (gal)',
      level_source: 'Level is',
      level_measured_at: 'Level measured',
    },
    choices: { level_source: { measured: 'Measured', estimated: 'Estimated' } },
    sections: {},
  } satisfies ResourceTexts<typeof tank_levels>,
  devices: {
    label: 'Devices',
    single: 'Device',
    fields: {
      public_id: 'Device id',
      label: 'Label',
      company_id: 'Company',
      site_id: 'Site',
      device_type_id: 'Device type',
      status: 'Status',
      last_record_date: 'Last record',
      battery: 'Battery',
      signal_quality: 'Signal',
      clock_ahead_until: 'Clock ahead until',
      queued_records: 'Records waiting on the device',
      temperature_metric: 'Temperature (°C)',
      firmware_version_id: 'Firmware',
      mobile_provider_id: 'Mobile provider',
      imei: 'IMEI',
      sim: 'SIM',
      sim_state: 'SIM state',
      ip_address: 'IP address',
      hologram_device_id: 'Hologram device id',
      hologram_link_id: 'Hologram link id',
      record_interval: 'Measures every',
      upload_interval: 'Reports every',
      power_mode: 'Power',
      device_start: 'Awake from hour',
      device_end: 'Awake until hour',
      surge_protection: 'Surge protection',
      temperature_low_threshold: 'Too cold below',
      temperature_high_threshold: 'Too hot above',
      command: 'Command',
      purchase_date: 'Purchased on',
      warranty_period: 'Warranty',
      latitude: 'Latitude',
      longitude: 'Longitude',
      time_zone: 'Time zone',
      import_id: 'Import',
      notes: 'Notes',
    },
    choices: {
      status: { normal: 'Normal', suspended: 'Suspended', retired: 'Retired', demo: 'Demo' },
      record_interval: {
        60: '1 minute (tests only)',
        600: '10 minutes',
        900: '15 minutes',
        1200: '20 minutes',
        1800: '30 minutes',
        3600: '1 hour',
      },
      power_mode: { 1: 'Battery', 2: 'External', 3: 'Solar' },
      command: {
        0: 'None',
        1: 'Report now',
        2: 'Restart',
        3: 'Update the firmware',
        4: 'Re-provision',
      },
    },
    sections: {
      device: 'Device',
      reporting: 'Reporting',
      temperature: 'Temperature alerts',
      connection: 'Connection',
      place: 'Place',
      purchase: 'Purchase',
      notes: 'Notes',
    },
    help: {
      site_id: 'Where the device is. Without a label, the device takes the name of its site',
      public_id: 'As printed on the device. It claims the device for the company',
      label: 'The name used on site',
      record_interval: 'Measuring more often drains the battery',
      device_start: '0 to 23, in the device’s own time zone',
      device_end: '1 to 24; 0 and 24 mean all day',
    },
  } satisfies ResourceTexts<typeof devices>,
  device_ports: {
    label: 'Ports',
    single: 'Port',
    fields: {
      device_id: 'Device',
      port_number: 'Port',
      product_id: 'Product',
      tank_type_id: 'Tank type',
      sensor_type_id: 'Sensor type',
      template: 'Manufacturer’s tank',
      reorder_yellow: 'Mild level',
      reorder_red: 'Urgent level',
      max_fill: 'Max fill',
      unusable_bottom: 'Unusable bottom',
      degree_day_base: 'Degree-day base',
      placement: 'Placement',
      size_class: 'Size class',
      active: 'Active',
      ...tankSizeTexts,
      sensor_offset: 'Sensor offset',
      imperial_sensor_offset: 'Sensor offset',
      tilt: 'Tilt',
      metric_gauge_position: 'Gauge position',
      imperial_gauge_position: 'Gauge position',
      strapping: 'Strapping table',
    },
    choices: {
      placement: { above_ground: 'Aboveground', under_ground: 'Underground' },
      size_class: { up_to_1200_gal: 'Up to 1,200 gal (4.5 m³)', over_1200_gal: 'Over 1,200 gal (4.5 m³)' },
      degree_day_base: { f65: '65 °F (18.33 °C)', c18: '18 °C (64.4 °F)' },
    },
    sections: {},
    help: {
      max_fill: 'Empty: the product’s value. Only users who can override limits can set it higher',
      unusable_bottom:
        'The part at the bottom that cannot be drawn: the tank runs out at this level. Empty: the product’s value, otherwise 5%',
      degree_day_base: 'Empty: the product’s value, otherwise the one in the settings',
      sensor_offset: 'From the sensor to the top of the tank; for pressure, from the bottom up to the sensor',
      imperial_sensor_offset:
        'From the sensor to the top of the tank; for pressure, from the bottom up to the sensor',
      template: 'Copies the dimensions of the manufacturer’s tank',
      metric_wall: wallHelp,
      imperial_wall: wallHelp,
      metric_dish_radius: dishHelp,
      imperial_dish_radius: dishHelp,
      metric_knuckle_radius: knuckleHelp,
      imperial_knuckle_radius: knuckleHelp,
      tilt: 'How much lower one end is, as a percentage of the length: 1% is about ⅛ in per foot (1 cm per m)',
      metric_gauge_position: gaugeHelp,
      imperial_gauge_position: gaugeHelp,
    },
  } satisfies ResourceTexts<typeof device_ports>,
  device_types: {
    label: 'Device types',
    single: 'Device type',
    fields: { device_type: 'Device type', num_ports: 'Ports' },
    choices: {},
    sections: {},
  } satisfies ResourceTexts<typeof device_types>,
  firmware_versions: {
    label: 'Firmware versions',
    single: 'Firmware version',
    fields: {
      version: 'Version',
      battery_empty: 'Battery empty at',
      battery_full: 'Battery full at',
      change_log: 'Changes',
    },
    choices: {},
    sections: {},
    help: { battery_empty: 'The voltages at which the battery shows 0% and 100%' },
  } satisfies ResourceTexts<typeof firmware_versions>,
  mobile_providers: {
    label: 'Mobile providers',
    single: 'Mobile provider',
    fields: { mobile_provider: 'Mobile provider', apn: 'Access point (APN)', website: 'Website' },
    choices: {},
    sections: {},
  } satisfies ResourceTexts<typeof mobile_providers>,
  sensor_types: {
    label: 'Sensor types',
    single: 'Sensor type',
    fields: {
      sensor_type: 'Sensor type',
      sensor_description: 'Description',
      measure: 'Measures',
      measurement_symbol: 'Raw value symbol',
      imperial_symbol: 'Imperial symbol',
      metric_symbol: 'Metric symbol',
      accuracy: 'Accuracy (±)',
      resolution: 'Smallest step',
      round_precision: 'Decimals shown',
    },
    choices: {
      measure: {
        distance: 'Distance from the top',
        height: 'Liquid height',
        pressure: 'Pressure',
        current: 'Current (4–20 mA)',
        percent: 'Percent of height',
        volume_percent: 'Percent of volume',
        temperature: 'Temperature',
      },
    },
    sections: {},
    help: {
      accuracy: 'In the metric unit of the value. Empty: a typical value for this type of sensor',
      resolution: 'In the metric unit of the value. Empty: a typical value for this type of sensor',
    },
  } satisfies ResourceTexts<typeof sensor_types>,
  tags: {
    label: 'Device tags',
    single: 'Device tag',
    fields: { tag: 'Tag', company_id: 'Company', device_count: 'Devices' },
    choices: {},
    sections: {},
  } satisfies ResourceTexts<typeof tags>,
}

/** Validation messages. */
export const rules = {
  differs_from_row: 'Row {{row}} has a different value',
  same_tank_as_row: 'The same tank as in row {{row}}',
  account_of_other: 'This account number belongs to {{name}}',
  stands_elsewhere: 'The device is at another site',
  one_of_both: 'Choose an existing one or add a new one',
  above_empty: 'Must be above the voltage of an empty battery',
  before_end: 'Must be before the end',
  below_high_threshold: 'Must be below the high threshold',
  strapping_too_few: 'At least two rows are needed',
  strapping_too_many: 'At most 2,000 rows',
  strapping_not_a_number: 'Must be numbers',
  strapping_negative: 'Item cannot be negative',
  strapping_heights_not_rising: 'Heights must rise from row to row',
  strapping_volumes_falling: 'Volumes must not fall from row to row',
  strapping_no_capacity: 'The tank would have no capacity',
}

/** Response messages. */
export const messages = {
  saved_level_renewed:
    'Saved. The current level uses the new dimensions. The history stays as it was until you recalculate it.',
  device_awaited:
    'This device cannot move yet: {{what}} is still to be delivered. Finish or cancel it first.',
  port_has_levels:
    'Levels were entered for this tank, so it stays at its port. Remove it and add a new tank instead.',
  port_loaded: '{{round}} has a load for this tank. Take it off first.',
  delivery_unbilled: '{{round}} delivered here without an order. Bill this delivery first.',
  device_retired: 'A retired device accepts no commands and no new key.',
  command_queued: 'The command is on its way.',
  place_set_up: 'Everything is set up.',
}
