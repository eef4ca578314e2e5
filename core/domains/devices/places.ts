import { customers } from '#core/domains/companies/customers.ts'
import { sites } from '#core/domains/companies/sites.ts'
import { entity_emails } from '#core/domains/people/entity_emails.ts'
import { entity_phones } from '#core/domains/people/entity_phones.ts'
import { device_ports } from './device_ports.ts'
import { devices } from './devices.ts'

/** Parts of a place, in the order in which they are created. */
export const PLACE_PARTS = {
  customer: customers,
  site: sites,
  device: devices,
  tank: device_ports,
} as const

export type PlacePart = keyof typeof PLACE_PARTS

/** Contacts of a place's customer. */
export const PLACE_CONTACTS = {
  phone: entity_phones,
  email: entity_emails,
} as const

export type PlaceContact = keyof typeof PLACE_CONTACTS

/** Fields of a part that the parts before it determine. */
export const PLACE_LINKS: Readonly<Record<PlacePart | PlaceContact, readonly string[]>> = {
  customer: [],
  phone: ['object_ref', 'object_id'],
  email: ['object_ref', 'object_id'],
  site: ['company_id'],
  device: ['company_id', 'site_id'],
  tank: ['device_id'],
}

/** A file of places: each row has a customer, a site, a device and its tank, as far as present. */
export const PLACES = 'places'

/** Fields of each part in the form; the others have defaults and are set on their own pages. */
export const PLACE_FIELDS = {
  customer: [
    ...['company', 'account_number', 'parent_id', 'payment_term_id', 'currency_id'],
    'unit_of_measure',
  ],
  site: [
    ...['name', 'contract', 'address1', 'address2', 'city', 'state', 'zip_code', 'country_id'],
    ...['latitude', 'longitude', 'contact_name', 'contact_phone', 'gate_code', 'access_notes'],
    'delivery_windows',
  ],
  device: [
    ...['public_id', 'label', 'device_type_id', 'mobile_provider_id', 'imei', 'sim'],
    ...['record_interval', 'upload_interval'],
  ],
} as const

/** Fields of a tank in a file, with its size in one unit system. */
export const PLACE_TANK_FIELDS = [
  ...['port_number', 'product_id', 'tank_type_id', 'template', 'def_liters', 'def_us_gallons'],
  ...['metric_diameter', 'metric_height', 'metric_width', 'metric_length'],
  ...['imperial_diameter', 'imperial_height', 'imperial_width', 'imperial_length'],
  ...['sensor_type_id', 'sensor_offset', 'imperial_sensor_offset'],
  ...['reorder_yellow', 'reorder_red', 'max_fill'],
] as const
