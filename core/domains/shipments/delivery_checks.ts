import { DELIVERY_CHECKERS } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/**
 * States of a delivery check. `waiting`: readings are pending; `unseen`: no readings came; `agrees`: ticket and tank agree;
 * `open`: they differ, unexplained; `explained`: a person gave a reason; `corrected`: the ticket was corrected.
 */
export const DELIVERY_CHECK_STATES = [
  'waiting',
  'unseen',
  'agrees',
  'open',
  'explained',
  'corrected',
] as const

/** Reasons for a difference between ticket and tank. The reason `gauge` teaches what this tank shows for a correct delivery. */
export const DELIVERY_REASONS = [
  'gauge',
  'short_delivery',
  'wrong_tank',
  'mistyped',
  'meter',
  'other',
] as const

const litres = {
  kind: 'decimal',
  computed: true,
  digits: 14,
  scale: 1,
  unit: 'L',
  unitSystem: 'metric',
} as const
const gallons = {
  kind: 'decimal',
  computed: true,
  digits: 14,
  scale: 1,
  unit: 'gal',
  unitSystem: 'imperial',
} as const
const celsius = {
  kind: 'decimal',
  computed: true,
  digits: 5,
  scale: 2,
  unit: '°C',
  unitSystem: 'metric',
} as const
const fahrenheit = {
  kind: 'decimal',
  computed: true,
  digits: 5,
  scale: 1,
  unit: '°F',
  unitSystem: 'imperial',
} as const

/** The delivery of one round to one tank, compared three ways: planned, by its ticket, and by the rise of the tank. */
export const delivery_checks = defineResource({
  name: 'delivery_checks',
  single: 'delivery_check',
  id: 'delivery_check_id',
  module: 'shipment_planners',
  loginTypes: DELIVERY_CHECKERS,
  scope: 'company',
  devicesBy: { field: 'device_id' },
  calls: ['list', 'read'],
  fields: {
    company_id: { kind: 'reference', required: true, computed: true, to: 'companies' },
    shipment_id: { kind: 'reference', required: true, computed: true, to: 'shipment_planners' },
    device_id: { kind: 'reference', required: true, computed: true, to: 'devices' },
    port_number: { kind: 'integer', computed: true },
    product_id: { kind: 'reference', computed: true, to: 'tank_products' },
    truck_id: { kind: 'reference', computed: true, to: 'tanker_trucks' },
    delivered_by: { kind: 'reference', computed: true, to: 'people' },
    delivered_at: { kind: 'instant', computed: true },
    state: { kind: 'choice', required: true, computed: true, of: DELIVERY_CHECK_STATES },
    planned_liters: litres,
    planned_gallons: gallons,
    ticket_liters: litres,
    ticket_gallons: gallons,
    /** Volume that reached the tank by its own level: after − before + used + warmth. */
    rise_liters: litres,
    rise_gallons: gallons,
    /** Bias of this tank's correct deliveries: rise = ticket + bias + difference. */
    bias_liters: litres,
    bias_gallons: gallons,
    /** Difference of rise and ticket beyond the tank's bias; negative if less arrived. */
    difference_liters: litres,
    difference_gallons: gallons,
    /** ± of the difference, three standard deviations: larger differences need a person's review. */
    margin_liters: litres,
    margin_gallons: gallons,
    /** The readings between which the tank rose. */
    began_at: { kind: 'instant', computed: true },
    ended_at: { kind: 'instant', computed: true },
    before_liters: litres,
    before_gallons: gallons,
    after_liters: litres,
    after_gallons: gallons,
    /** Use between the two readings. */
    used_liters: litres,
    used_gallons: gallons,
    /** Converts the tank's litres to the meter's, if ticket and tank report temperatures. */
    warmth_liters: litres,
    warmth_gallons: gallons,
    ticket_celsius: celsius,
    ticket_fahrenheit: fahrenheit,
    before_celsius: celsius,
    before_fahrenheit: fahrenheit,
    after_celsius: celsius,
    after_fahrenheit: fahrenheit,
    /** A nearby tank that rose at the same time without a ticket. */
    risen_device_id: { kind: 'reference', computed: true, to: 'devices' },
    reason: { kind: 'choice', computed: true, of: DELIVERY_REASONS },
    note: { kind: 'long_text', computed: true, max: 1000 },
    decided_by: { kind: 'reference', computed: true, to: 'users' },
    decided_at: { kind: 'instant', computed: true },
  },
  title: 'shipment_id',
  list: [
    'shipment_id',
    'device_id',
    'product_id',
    'delivered_at',
    'ticket_liters',
    'ticket_gallons',
    'rise_liters',
    'rise_gallons',
    'bias_liters',
    'bias_gallons',
    'difference_liters',
    'difference_gallons',
    'margin_liters',
    'margin_gallons',
    'truck_id',
    'state',
  ],
  search: [],
  filters: { state: 'open', device_id: null, truck_id: null, shipment_id: null, company_id: null },
  sort: '-delivered_at',
  form: [
    {
      section: 'delivery',
      fields: [
        'shipment_id',
        'device_id',
        'product_id',
        'delivered_at',
        'truck_id',
        'delivered_by',
        'company_id',
        'state',
      ],
    },
    {
      section: 'comparison',
      fields: [
        'planned_liters',
        'planned_gallons',
        'ticket_liters',
        'ticket_gallons',
        'rise_liters',
        'rise_gallons',
        'bias_liters',
        'bias_gallons',
        'difference_liters',
        'difference_gallons',
        'margin_liters',
        'margin_gallons',
        'risen_device_id',
      ],
    },
    {
      section: 'readings',
      fields: [
        'began_at',
        'ended_at',
        'before_liters',
        'before_gallons',
        'after_liters',
        'after_gallons',
        'used_liters',
        'used_gallons',
        'warmth_liters',
        'warmth_gallons',
        'before_celsius',
        'before_fahrenheit',
        'after_celsius',
        'after_fahrenheit',
        'ticket_celsius',
        'ticket_fahrenheit',
      ],
    },
    { section: 'decision', fields: ['reason', 'note', 'decided_by', 'decided_at'] },
  ],
})
