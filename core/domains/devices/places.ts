import { customers } from '#core/domains/companies/customers.ts'
import { sites } from '#core/domains/companies/sites.ts'
import type { Resource } from '#core/resources/definition.ts'
import { device_ports } from './device_ports.ts'
import { devices } from './devices.ts'

/** What makes a place that is looked after, in the order in which it is made. */
export const PLACE_PARTS = {
  customer: customers as Resource,
  site: sites as Resource,
  device: devices as Resource,
  tank: device_ports as Resource,
} as const

export type PlacePart = keyof typeof PLACE_PARTS

/** What a part of a place is told by the parts before it. */
export const PLACE_LINKS: Readonly<Record<PlacePart, readonly string[]>> = {
  customer: [],
  site: ['company_id'],
  device: ['company_id', 'site_id'],
  tank: ['device_id'],
}
