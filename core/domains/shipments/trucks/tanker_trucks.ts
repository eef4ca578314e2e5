import { PRODUCT_CLASSES, VEHICLE_CLASSES } from '#core/domains/tanks/vehicleClasses.ts'
import { type Issue, issueIf } from '#core/platform/issue.ts'
import { STAFF_AND_DISTRIBUTORS } from '#core/platform/loginTypes.ts'
import type { Values } from '#core/platform/values.ts'
import { defineResource } from '#core/resources/definition.ts'

/** The numbers of the compartments that a vehicle can have. */
export const COMPARTMENT_NUMBERS = [1, 2, 3, 4, 5] as const
/** Maximum number of compartments of a vehicle. */
export const MAX_COMPARTMENTS = COMPARTMENT_NUMBERS.length

/** The end from which compartments must be emptied; the first compartment is the foremost. */
const UNLOADING_ORDERS = ['any', 'rear_first', 'front_first'] as const

const kilograms = {
  kind: 'integer',
  min: 0,
  max: 999_999_999_999_999,
  unit: 'kg',
  unitSystem: 'metric',
} as const
const weight = { ...kilograms, required: true } as const
const compartment = {
  kind: 'integer',
  required: true,
  default: 0,
  min: 0,
  max: 99_999_999_999,
  unit: 'L',
  unitSystem: 'metric',
} as const

/** Class of a compartment that differs from its vehicle. */
const differing = { kind: 'choice', of: PRODUCT_CLASSES } as const

const pounds = { kind: 'decimal', digits: 21, scale: 6, min: 0, unit: 'lb', unitSystem: 'imperial' } as const
/** More than 100 is behind the rear axle, less than 0 in front of the front one. */
const share = { kind: 'decimal', digits: 5, scale: 2, min: -50, max: 150, unit: '%' } as const
const gallons = {
  kind: 'decimal',
  digits: 17,
  scale: 6,
  min: 0,
  unit: 'gal',
  unitSystem: 'imperial',
} as const

/** Trucks and trailers that deliver liquid, with the capacity (L) and weight limit (kg) of each compartment. */
export const tanker_trucks = defineResource({
  name: 'tanker_trucks',
  single: 'tanker_truck',
  id: 'truck_id',
  module: 'tanker_trucks',
  // A distributor's own staff only count where distributors run their own back office.
  loginTypes: STAFF_AND_DISTRIBUTORS,
  scope: 'company',
  staysSmall: true,
  fields: {
    truck_name: { kind: 'text', required: true, max: 65 },
    company_id: { kind: 'reference', to: 'companies', own: true },
    vehicle_type: { kind: 'choice', required: true, default: 'trailer', of: ['trailer', 'truck'] },
    vehicle_class: { kind: 'choice', required: true, default: 'any', of: VEHICLE_CLASSES },
    driver_id: { kind: 'reference', to: 'people' },
    serial: { kind: 'text', max: 16 },
    meter_style: { kind: 'choice', required: true, default: 'old', of: ['old', 'new'] },
    max_weight: weight,
    gvwr: weight,
    payload: weight,
    num_of_compartments: { kind: 'integer', required: true, default: 5, min: 1, max: MAX_COMPARTMENTS },
    compartment1: compartment,
    compartment2: compartment,
    compartment3: compartment,
    compartment4: compartment,
    compartment5: compartment,
    imperial_max_weight: pounds,
    imperial_gvwr: pounds,
    imperial_payload: pounds,
    imperial_compartment1: gallons,
    imperial_compartment2: gallons,
    imperial_compartment3: gallons,
    imperial_compartment4: gallons,
    imperial_compartment5: gallons,
    front_axle_limit: kilograms,
    front_axle_empty: kilograms,
    rear_axle_limit: kilograms,
    rear_axle_empty: kilograms,
    imperial_front_axle_limit: pounds,
    imperial_front_axle_empty: pounds,
    imperial_rear_axle_limit: pounds,
    imperial_rear_axle_empty: pounds,
    rear_share1: share,
    rear_share2: share,
    rear_share3: share,
    rear_share4: share,
    rear_share5: share,
    compartment_class1: differing,
    compartment_class2: differing,
    compartment_class3: differing,
    compartment_class4: differing,
    compartment_class5: differing,
    unloading_order: { kind: 'choice', required: true, default: 'any', of: UNLOADING_ORDERS },
    home_latitude: { kind: 'decimal', digits: 9, scale: 6, min: -90, max: 90 },
    home_longitude: { kind: 'decimal', digits: 9, scale: 6, min: -180, max: 180 },
    shift_start: { kind: 'time' },
    shift_end: { kind: 'time' },
  },
  title: 'truck_name',
  matchBy: [['truck_name', 'company_id']],
  /** Users who plan rounds need these to fill compartments. */
  options: [
    'num_of_compartments',
    'payload',
    'max_weight',
    'compartment1',
    'compartment2',
    'compartment3',
    'compartment4',
    'compartment5',
    'imperial_payload',
    'imperial_max_weight',
    'imperial_compartment1',
    'imperial_compartment2',
    'imperial_compartment3',
    'imperial_compartment4',
    'imperial_compartment5',
    'front_axle_limit',
    'front_axle_empty',
    'rear_axle_limit',
    'rear_axle_empty',
    'imperial_front_axle_limit',
    'imperial_front_axle_empty',
    'imperial_rear_axle_limit',
    'imperial_rear_axle_empty',
    'rear_share1',
    'rear_share2',
    'rear_share3',
    'rear_share4',
    'rear_share5',
    'unloading_order',
    'vehicle_class',
    'compartment_class1',
    'compartment_class2',
    'compartment_class3',
    'compartment_class4',
    'compartment_class5',
  ],
  list: [
    'truck_name',
    'vehicle_type',
    'vehicle_class',
    'company_id',
    'driver_id',
    'num_of_compartments',
    'payload',
    'imperial_payload',
    'gvwr',
    'imperial_gvwr',
    'meter_style',
  ],
  search: ['truck_name', 'serial'],
  filters: { company_id: null, vehicle_type: null, driver_id: null },
  form: [
    {
      section: 'vehicle',
      fields: [
        'truck_name',
        'company_id',
        'vehicle_type',
        'vehicle_class',
        'driver_id',
        'serial',
        'meter_style',
      ],
    },
    {
      section: 'weights',
      fields: ['max_weight', 'imperial_max_weight', 'gvwr', 'imperial_gvwr', 'payload', 'imperial_payload'],
    },
    {
      section: 'compartments',
      fields: [
        'num_of_compartments',
        'compartment1',
        'compartment2',
        'compartment3',
        'compartment4',
        'compartment5',
        'imperial_compartment1',
        'imperial_compartment2',
        'imperial_compartment3',
        'imperial_compartment4',
        'imperial_compartment5',
        'compartment_class1',
        'compartment_class2',
        'compartment_class3',
        'compartment_class4',
        'compartment_class5',
        'unloading_order',
      ],
    },
    {
      section: 'axles',
      fields: [
        'front_axle_limit',
        'imperial_front_axle_limit',
        'front_axle_empty',
        'imperial_front_axle_empty',
        'rear_axle_limit',
        'imperial_rear_axle_limit',
        'rear_axle_empty',
        'imperial_rear_axle_empty',
        'rear_share1',
        'rear_share2',
        'rear_share3',
        'rear_share4',
        'rear_share5',
      ],
    },
    { section: 'day', fields: ['home_latitude', 'home_longitude', 'shift_start', 'shift_end'] },
  ],
  check: (truck) => [
    ...PAIRED.filter(([field, other]) => truck[field] == null && truck[other] != null).map(
      ([field]): Issue => ({ field, rule: 'required' }),
    ),
    ...issueIf(truck.company_id === null, { field: 'company_id', rule: 'required' }),
    ...emptyBeyond(truck),
    ...PAYLOADS.filter(
      ([payload, gvwr]) =>
        truck[payload] != null && truck[gvwr] != null && Number(truck[payload]) > Number(truck[gvwr]),
    ).map(([field]): Issue => ({ field, rule: 'payload_above_gvwr' })),
    ...axleIssues(truck),
  ],
})

/** Fields that are only valid together. */
const PAIRED = [
  ['home_latitude', 'home_longitude'],
  ['home_longitude', 'home_latitude'],
  ['shift_start', 'shift_end'],
  ['shift_end', 'shift_start'],
] as const

/** Payload and gross weight in each unit system. */
const PAYLOADS = [
  ['payload', 'gvwr'],
  ['imperial_payload', 'imperial_gvwr'],
] as const

/** A compartment that the vehicle does not have cannot hold anything. */
function emptyBeyond(truck: Values): Issue[] {
  const { num_of_compartments: count } = truck
  if (typeof count !== 'number') return []
  return COMPARTMENT_NUMBERS.filter((number) => number > count)
    .flatMap((number) => [
      `compartment${number}`,
      `imperial_compartment${number}`,
      `compartment_class${number}`,
    ])
    .filter((field) => Number.isNaN(Number(truck[field] ?? 0)) || Number(truck[field]) > 0)
    .map((field) => ({ field, rule: 'no_such_compartment' }))
}

/** An axle limit needs the axle's empty weight and the share of each compartment. */
function axleIssues(truck: Values): Issue[] {
  const axles = ['front_axle', 'rear_axle', 'imperial_front_axle', 'imperial_rear_axle']
  const limited = axles.filter((axle) => Number(truck[`${axle}_limit`] ?? 0) > 0)
  const count = Number(truck.num_of_compartments ?? 0)
  const shares = COMPARTMENT_NUMBERS.filter((number) => number <= count).map(
    (number) => `rear_share${number}`,
  )
  const needed = limited.length > 0 ? [...limited.map((axle) => `${axle}_empty`), ...shares] : []
  return [
    ...needed.filter((field) => truck[field] == null).map((field): Issue => ({ field, rule: 'required' })),
    ...limited
      .filter((axle) => Number(truck[`${axle}_empty`] ?? 0) > Number(truck[`${axle}_limit`]))
      .map((axle): Issue => ({ field: `${axle}_empty`, rule: 'empty_above_limit' })),
  ]
}
