import { addressFields } from '#core/domains/people/addressSnapshot.ts'
import { STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/** A load of a shipment: one product in one compartment for one stop. Read and saved with the shipment. */
export const shipment_planner_details = defineResource({
  name: 'shipment_planner_details',
  single: 'shipment_planner_detail',
  id: 'shipment_detail_id',
  module: 'shipment_planners',
  loginTypes: STAFF,
  scope: 'shared',
  fields: {
    product_id: { kind: 'reference', required: true, to: 'tank_products' },
    /** Whole litres: the rounded quantity. Sent alone, it is the quantity in litres. */
    quantity_ordered: { kind: 'integer', min: 1, max: 99_999_999_999, unit: 'L' },
    quantity: { kind: 'decimal', digits: 14, scale: 3, above: 0 },
    unit_id: { kind: 'reference', to: 'units_of_measure' },
    quantity_liters: { kind: 'decimal', computed: true, digits: 28, scale: 12, unit: 'L' },
    compartment: { kind: 'integer', min: 1, max: 10 },
    /** The stop of its delivery, determined by the server. */
    stop_id: { kind: 'integer', computed: true, min: 1, max: 999_999_999_999_999 },
    document_detail_id: { kind: 'integer', min: 1, max: 999_999_999_999_999 },
    device_ports_id: { kind: 'reference', to: 'device_ports' },
    company_id: { kind: 'reference', to: 'companies' },
    delivered: { kind: 'decimal', computed: true, digits: 14, scale: 3 },
    delivered_unit_id: { kind: 'reference', computed: true, to: 'units_of_measure' },
    delivered_liters: { kind: 'decimal', computed: true, digits: 28, scale: 12, unit: 'L' },
    quantity_delivered: { kind: 'decimal', digits: 14, scale: 3, min: 0, unit: 'L' },
    fuel_surcharge: { kind: 'money' },
    estimated_delivery_date: { kind: 'date' },
    shipping_address_id: { kind: 'integer', min: 1, max: 999_999_999_999_999 },
    ...addressFields('ship', 255),
  },
  check: ({ quantity, quantity_ordered }) =>
    quantity == null && quantity_ordered == null ? [{ field: 'quantity_ordered', rule: 'required' }] : [],
  title: 'product_id',
  list: ['compartment', 'product_id', 'company_id', 'quantity_ordered', 'quantity_delivered'],
  search: [],
})
