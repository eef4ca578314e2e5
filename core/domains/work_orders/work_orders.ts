import { countryOfId, HOME_COUNTRY } from '#core/platform/countries.ts'
import { STAFF_AND_DISTRIBUTORS } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import { statusField } from '#core/resources/statuses/statuses.ts'
import { workOrderStatuses } from './workOrderStatus.ts'

/** Work on a device: a repair, a return, a visit. */
export const work_orders = defineResource({
  name: 'work_orders',
  single: 'work_order',
  id: 'id',
  module: 'work_orders',
  loginTypes: STAFF_AND_DISTRIBUTORS,
  scope: { through: 'device_id' },
  devicesBy: { field: 'device_id', since: 'created_at' },
  statuses: workOrderStatuses,
  fields: {
    /** Default: its id. */
    wo_number: { kind: 'text', max: 20, unique: true },
    device_id: { kind: 'reference', required: true, to: 'devices' },
    /** The place of work; default for a new one: the site of its device. */
    site_id: { kind: 'reference', to: 'sites' },
    status_id: statusField(workOrderStatuses),
    wo_requested_by: { kind: 'reference', required: true, to: 'people' },
    zoho_estimate_id: { kind: 'text', required: true, max: 45 },
    warranty_repair: { kind: 'flag', default: 0 },
    reason_for_return: { kind: 'long_text', max: 65_535 },
    return_address: { kind: 'long_text', max: 65_535 },
    contact_name: { kind: 'text', max: 45 },
    contact_phone: { kind: 'phone', max: 16, country: 'country_id' },
    contact_phone_formatted: { kind: 'text', max: 24, computed: true },
    contact_email: { kind: 'text', format: 'email', max: 65 },
    country_id: { kind: 'country', default: HOME_COUNTRY, min: 1 },
    inbound_tracking_number: { kind: 'text', format: 'scanned_code', max: 45 },
    outbound_tracking_number: { kind: 'text', format: 'scanned_code', max: 45 },
    outbound_carrier_id: { kind: 'reference', to: 'shipping_carriers' },
    work_performed: { kind: 'long_text', max: 65_535 },
    date_performed: { kind: 'date' },
    performed_by: { kind: 'reference', to: 'people' },
    private_notes: { kind: 'long_text', max: 65_535, staffOnly: true },
  },
  title: 'wo_number',
  matchBy: [['wo_number']],
  list: [
    'wo_number',
    'device_id',
    'status_id',
    'wo_requested_by',
    'contact_name',
    'warranty_repair',
    'performed_by',
    'date_performed',
  ],
  search: [
    'wo_number',
    'contact_name',
    'contact_email',
    'reason_for_return',
    'inbound_tracking_number',
    'outbound_tracking_number',
    'zoho_estimate_id',
  ],
  filters: {
    ...{ status_id: null, device_id: null, site_id: null, performed_by: null },
    ...{ warranty_repair: null, dashboard: null },
  },
  sort: '-id',
  form: [
    {
      section: 'request',
      fields: [
        'device_id',
        'site_id',
        'wo_requested_by',
        'wo_number',
        'zoho_estimate_id',
        'warranty_repair',
        'reason_for_return',
        'inbound_tracking_number',
      ],
    },
    {
      section: 'contact',
      fields: ['contact_name', 'country_id', 'contact_phone', 'contact_email', 'return_address'],
    },
    {
      section: 'work',
      fields: [
        'work_performed',
        'date_performed',
        'performed_by',
        'outbound_carrier_id',
        'outbound_tracking_number',
      ],
    },
    { section: 'notes', fields: ['private_notes'] },
  ],
  check: ({ country_id }) =>
    countryOfId(country_id ?? HOME_COUNTRY) ? [] : [{ field: 'country_id', rule: 'country' }],
})
