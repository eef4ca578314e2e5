import { WIDGET_NAMES, WIDGETS } from '#core/domains/dashboard/widgets.ts'
import { builtInTankTypes } from '#core/domains/tanks/volume/builtInTankTypes.ts'
import '#core/registry.ts'
import { permissionFor } from '#core/resources/definition.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'
import { BASE_MANUFACTURERS } from './baseTankSpecs.ts'

type Row = Readonly<Record<string, unknown>>

/** Initial records of one kind. */
export interface BaseSet {
  table: string
  id: string
  /** The column that identifies its rows, permanently. */
  key: string
  rows: readonly Row[]
}

const TANK_TYPE_NAMES: Readonly<Record<string, string>> = {
  vertical_cylinder: 'Vertical cylinder',
  horizontal_cylinder_flat: 'Horizontal cylinder, flat heads',
  horizontal_cylinder_elliptical: 'Horizontal cylinder, 2:1 elliptical heads',
  horizontal_cylinder_hemispherical: 'Horizontal cylinder, hemispherical heads',
  horizontal_cylinder_torispherical: 'Horizontal cylinder, dished heads',
  rectangular: 'Rectangular',
  vertical_oval: 'Vertical oval',
  horizontal_oval: 'Horizontal oval',
  cone_bottom: 'Cone bottom',
  sphere: 'Sphere',
  strapping_table: 'Strapping table',
}

const currency = (currency_id: number, code: string, name: string, prefix: string, marks = '.,') => ({
  currency_id,
  code,
  name,
  prefix,
  precision: 2,
  decimal: marks[0],
  thousands: marks[1],
  is_active: 1,
})

const sensor = (
  sensor_type: string,
  sensor_description: string,
  measure: string,
  [measurement_symbol, imperial_symbol, metric_symbol]: readonly string[],
  round_precision: number,
  /** Accuracy and resolution of the data sheet, in the metric unit of the value. */
  [accuracy = null, resolution = null]: readonly (number | null)[] = [],
) => ({
  sensor_type,
  sensor_description,
  measure,
  measurement_symbol,
  imperial_symbol,
  metric_symbol,
  round_precision,
  accuracy,
  resolution,
})

/** The option lists of the product: id, slug, name, and their options as value and name. */
const OPTION_LISTS: readonly [id: number, slug: string, name: string, options: Record<string, string>][] = [
  [
    1,
    'organisation_types',
    'Kinds of company',
    { '1': 'Customer', '2': 'Distributor', '3': 'Manufacturer', '4': 'Shipping carrier', '5': 'Vendor' },
  ],
  [
    2,
    'depreciation_methods',
    'Depreciation methods',
    {
      straight_line: 'Straight line',
      declining_balance: 'Declining balance',
      double_declining: 'Double declining balance',
      units_of_production: 'Units of production',
      sum_of_years: 'Sum of the years’ digits',
    },
  ],
  [
    3,
    'sieve_size',
    'Sieve sizes',
    {
      mesh_20: '20 mesh',
      mesh_40: '40 mesh',
      mesh_60: '60 mesh',
      mesh_100: '100 mesh',
      mesh_200: '200 mesh',
    },
  ],
  [4, 'term_lengths', 'Lengths of a term', { '1': 'Monthly', '12': 'Yearly' }],
  [
    5,
    'notification_icons',
    'Icons of notifications',
    {
      bell: 'Bell',
      alert: 'Warning sign',
      droplet: 'Drop',
      truck: 'Truck',
      tool: 'Tool',
      message: 'Message',
    },
  ],
  [
    6,
    'notification_classes',
    'Looks of notifications',
    { info: 'Information', success: 'Success', warning: 'Warning', error: 'Error' },
  ],
  [
    7,
    'object_names',
    'Kinds of record',
    {
      parts_process: 'Step of the work',
      company: 'Company',
      person: 'Person',
      device: 'Device',
      document: 'Order',
      shipment: 'Shipment',
      work_order: 'Work order',
    },
  ],
]

/** All records of a new installation, ordered so that references come after their targets. */
export const BASE_SETS: readonly BaseSet[] = [
  {
    table: 'dashboard_widgets',
    id: 'widget_id',
    key: 'name_alias',
    rows: WIDGET_NAMES.map((name_alias) => {
      const { name, of, columns } = WIDGETS[name_alias]
      return {
        name,
        name_alias,
        column_span: columns,
        permission: of ? permissionFor(resourceOf(of), 'read') : null,
        active: 1,
      }
    }),
  },
  {
    table: 'units_of_measure',
    id: 'id',
    key: 'id',
    rows: [
      { id: 1, unit: 'Imperial', unit_abbrev: 'imp', measure: 'system' },
      { id: 2, unit: 'Metric', unit_abbrev: 'met', measure: 'system' },
    ],
  },
  {
    table: 'currencies',
    id: 'currency_id',
    key: 'code',
    rows: [
      currency(1, 'CAD', 'Canadian dollar', 'C$'),
      currency(2, 'EUR', 'Euro', '€'),
      // Companies use currency 3 by default.
      currency(3, 'USD', 'US dollar', '$'),
      currency(4, 'MXN', 'Mexican peso', 'MX$'),
      currency(5, 'GBP', 'Pound sterling', '£'),
      currency(6, 'AUD', 'Australian dollar', 'A$'),
      currency(7, 'BRL', 'Brazilian real', 'R$'),
      currency(8, 'CHF', 'Swiss franc', 'CHF ', '.’'),
    ],
  },
  {
    table: 'payment_terms',
    id: 'payment_term_id',
    key: 'description',
    rows: [
      { description: 'Due on receipt', term_days: 0 },
      ...[10, 15, 30, 45, 60].map((days) => ({ description: `Net ${days}`, term_days: days })),
    ],
  },
  {
    table: 'tank_types',
    id: 'tank_type_id',
    key: 'slug',
    rows: builtInTankTypes.map(({ slug, formula }) => ({
      tank_type: TANK_TYPE_NAMES[slug] ?? slug,
      slug,
      formula,
      status: 1,
    })),
  },
  {
    table: 'sensor_types',
    id: 'sensor_type_id',
    key: 'sensor_type',
    rows: [
      sensor('Ultrasonic distance', 'Ultrasonic, from above', 'distance', ['mm', 'in', 'mm'], 1, [10, 1]),
      sensor('Radar distance', '80 GHz radar, from above', 'distance', ['mm', 'in', 'mm'], 1, [2, 1]),
      sensor('Pressure', 'Submersible, vented gauge', 'pressure', ['kPa', 'psi', 'kPa'], 2, [0.125, 0.01]),
      sensor(
        '4–20 mA loop',
        'Any transmitter on a current loop',
        'current',
        ['mA', 'mA', 'mA'],
        2,
        [0.08, 0.01],
      ),
      sensor('Float gauge', 'Dial of a float, in percent', 'percent', ['%', '%', '%'], 1, [2, 0.5]),
      sensor('Volume dial', 'Dial in percent of the volume', 'volume_percent', ['%', '%', '%'], 0, [2, 1]),
      sensor('Magnetostrictive', 'Probe with float, height', 'height', ['mm', 'in', 'mm'], 1, [1, 0.1]),
      sensor('Temperature', 'Probe in the liquid', 'temperature', ['°C', '°F', '°C'], 1),
    ],
  },
  {
    table: 'device_types',
    id: 'device_type_id',
    key: 'device_type',
    rows: [
      { device_type: 'LT14 Monitor', num_ports: 1 },
      { device_type: 'LT14 Dual', num_ports: 2 },
      { device_type: 'LT40 Gateway', num_ports: 4 },
      { device_type: 'LT40 Gateway XL', num_ports: 8 },
    ],
  },
  {
    table: 'mobile_providers',
    id: 'mobile_provider_id',
    key: 'mobile_provider',
    rows: [
      { mobile_provider: 'Hologram', apn: 'hologram', website: 'https://www.hologram.io' },
      { mobile_provider: 'AT&T', apn: 'm2m.com.attz', website: 'https://www.att.com' },
      { mobile_provider: 'T-Mobile', apn: 'iot.tmowholesale', website: 'https://www.t-mobile.com' },
      { mobile_provider: 'Verizon', apn: 'vzwinternet', website: 'https://www.verizon.com' },
      { mobile_provider: 'UScellular', apn: 'usccinternet', website: 'https://www.uscellular.com' },
    ],
  },
  {
    table: 'firmware_versions',
    id: 'firmware_version_id',
    key: 'version',
    rows: [
      { version: 112, change_log: 'First release for the LT14 family.' },
      { version: 118, change_log: 'Keeps records while there is no signal. Quieter echoes in narrow tanks.' },
      { version: 121, change_log: 'Commands over MQTT. Longer battery life in the cold.' },
    ].map((row) => ({ ...row, battery_empty: '3.20', battery_full: '4.15' })),
  },
  {
    table: 'tank_manufacturers',
    id: 'manufacturer_id',
    key: 'manufacturer',
    rows: BASE_MANUFACTURERS,
  },
  {
    table: 'options_categories',
    id: 'category_id',
    key: 'slug',
    rows: OPTION_LISTS.map(([category_id, slug, category]) => ({
      category_id,
      slug,
      category,
      system_list: 1,
      sort_by: 0,
      status: 1,
    })),
  },
  {
    table: 'options',
    id: 'option_id',
    // A slug is unique within its list; across lists it is prefixed by the list.
    key: 'slug',
    rows: OPTION_LISTS.flatMap(([category_id, list, , choices]) =>
      Object.entries(choices).map(([value, option], sort_order) => ({
        category_id,
        option,
        value,
        slug: /^\d/.test(value) ? `${list}_${value}` : value,
        sort_order,
        status: 1,
      })),
    ),
  },
]
