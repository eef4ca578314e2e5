import { DELIVERY_CHECKERS } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

const litres = { kind: 'decimal', computed: true, digits: 28, scale: 12, unit: 'L' } as const

/**
 * A quantity loaded into a compartment, by its bill of lading. Recorded by a separate call and never edited: a correction refers
 * to its original and replaces it.
 */
export const lift_tickets = defineResource({
  name: 'lift_tickets',
  single: 'lift_ticket',
  id: 'lift_ticket_id',
  module: 'shipment_planners',
  loginTypes: DELIVERY_CHECKERS,
  scope: 'company',
  devicesBy: { through: 'shipment_id' },
  calls: ['list', 'read'],
  fields: {
    number: { kind: 'text', required: true, computed: true, max: 40 },
    company_id: { kind: 'reference', required: true, computed: true, to: 'companies' },
    shipment_id: { kind: 'reference', required: true, computed: true, to: 'shipment_planners' },
    truck_id: { kind: 'reference', required: true, computed: true, to: 'tanker_trucks' },
    compartment: { kind: 'integer', required: true, computed: true, min: 1, max: 10 },
    terminal_id: { kind: 'reference', computed: true, to: 'terminals' },
    supplier: { kind: 'text', computed: true, max: 100 },
    product_id: { kind: 'reference', required: true, computed: true, to: 'tank_products' },
    unit_id: { kind: 'reference', required: true, computed: true, to: 'units_of_measure' },
    gross: { kind: 'decimal', required: true, computed: true, digits: 14, scale: 3, min: 0 },
    gross_liters: litres,
    net: { kind: 'decimal', computed: true, digits: 14, scale: 3, min: 0 },
    net_liters: litres,
    celsius: { kind: 'decimal', computed: true, digits: 5, scale: 2 },
    lifted_at: { kind: 'instant', computed: true },
    correction_of: { kind: 'reference', computed: true, to: 'lift_tickets' },
    reason: { kind: 'text', computed: true, max: 255 },
  },
  title: 'number',
  list: [
    'number',
    'lifted_at',
    'truck_id',
    'compartment',
    'product_id',
    'gross',
    'unit_id',
    'terminal_id',
    'supplier',
    'shipment_id',
    'correction_of',
  ],
  search: ['number', 'supplier'],
  filters: { company_id: null, truck_id: null, shipment_id: null, terminal_id: null, product_id: null },
  sort: '-lifted_at',
  form: [
    {
      section: 'lift',
      fields: ['number', 'company_id', 'shipment_id', 'truck_id', 'compartment', 'terminal_id', 'supplier'],
    },
    {
      section: 'loaded',
      fields: ['product_id', 'gross', 'net', 'unit_id', 'celsius', 'lifted_at', 'correction_of', 'reason'],
    },
  ],
})
