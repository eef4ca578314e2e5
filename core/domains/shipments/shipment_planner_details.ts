import { STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/** What a shipment brings: one product in one compartment for one stop. Read and saved with the shipment. */
export const shipment_planner_details = defineResource({
  name: 'shipment_planner_details',
  single: 'shipment_planner_detail',
  id: 'shipment_detail_id',
  module: 'shipment_planners',
  loginTypes: STAFF,
  scope: 'shared',
  fields: {
    product_id: { kind: 'reference', required: true, to: 'tank_products' },
    quantity_ordered: { kind: 'integer', required: true, min: 1, max: 99_999_999_999, unit: 'L' },
    compartment: { kind: 'integer', min: 1, max: 10 },
    document_detail_id: { kind: 'integer', min: 1, max: 999_999_999_999_999 },
    device_ports_id: { kind: 'reference', to: 'device_ports' },
    company_id: { kind: 'reference', to: 'companies' },
    quantity_delivered: { kind: 'decimal', digits: 14, scale: 3, min: 0, unit: 'L' },
    fuel_surcharge: { kind: 'money' },
    estimated_delivery_date: { kind: 'date' },
    shipping_address_id: { kind: 'integer', min: 1, max: 999_999_999_999_999 },
    ship_location_label: { kind: 'text', max: 255 },
    ship_address1: { kind: 'text', max: 255 },
    ship_address2: { kind: 'text', max: 255 },
    ship_city: { kind: 'text', max: 255 },
    ship_state: { kind: 'text', max: 255 },
    ship_zip_code: { kind: 'text', max: 255 },
    ship_zip_code_ext: { kind: 'text', max: 255 },
    ship_country_iso_3: { kind: 'text', max: 3 },
  },
  title: 'product_id',
  list: ['compartment', 'product_id', 'company_id', 'quantity_ordered', 'quantity_delivered'],
  search: [],
})
