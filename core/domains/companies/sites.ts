import { homeZipIssues } from '#core/domains/people/homeZipIssues.ts'
import { countryOfId, HOME_COUNTRY } from '#core/platform/countries.ts'
import { issueIf } from '#core/platform/issue.ts'
import { CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/** Who decides when to deliver: we do (`automatic`), the customer requests them (`will_call`), or we keep the tanks full. */
export const SITE_CONTRACTS = ['automatic', 'will_call', 'keep_full'] as const

/** Up to a million gallons, and a hose of up to a thousand feet: each to a thousandth of its unit. */
const litres = { kind: 'decimal', digits: 13, scale: 6, min: 0, max: 3_785_411.784, unit: 'L' } as const
const gallons = { kind: 'decimal', digits: 10, scale: 3, min: 0, max: 1_000_000, unit: 'gal' } as const
const metres = { kind: 'decimal', digits: 9, scale: 6, min: 0, max: 304.8, unit: 'm' } as const
const feet = { kind: 'decimal', digits: 7, scale: 3, min: 0, max: 1000, unit: 'ft' } as const

/**
 * Sites of a customer with tanks. Users who see the customer's devices see its sites; users who may change customers change
 * them. The gate code is stored encrypted and returned masked; users who deliver or may change the site read it in full.
 */
export const sites = defineResource({
  name: 'sites',
  single: 'site',
  id: 'site_id',
  module: 'devices',
  writeModule: 'companies',
  loginTypes: CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES,
  scope: 'company',
  devicesBy: { standing: 'site_id' },
  fields: {
    name: { kind: 'text', required: true, max: 100 },
    company_id: { kind: 'reference', required: true, to: 'companies' },
    contract: { kind: 'choice', required: true, default: 'automatic', of: SITE_CONTRACTS },
    area: { kind: 'text', max: 65 },
    status: { kind: 'flag', required: true, default: 1 },
    address1: { kind: 'text', max: 255 },
    address2: { kind: 'text', max: 255 },
    city: { kind: 'text', max: 100 },
    state: { kind: 'text', max: 65 },
    zip_code: { kind: 'text', max: 12 },
    country_id: { kind: 'country', required: true, default: HOME_COUNTRY, min: 1 },
    latitude: { kind: 'decimal', digits: 9, scale: 6, min: -90, max: 90 },
    longitude: { kind: 'decimal', digits: 9, scale: 6, min: -180, max: 180 },
    /** Time zone of its position; the business's if unknown. */
    time_zone: { kind: 'text', max: 65, computed: true },
    contact_name: { kind: 'text', max: 100 },
    contact_phone: { kind: 'phone', max: 16 },
    access_notes: { kind: 'long_text', max: 65_535 },
    gate_code: { kind: 'text', max: 50, sealed: true },
    /** Null: at any time. A day without a window is closed. */
    delivery_windows: { kind: 'week_windows' },
    smallest_drop: { ...litres, unitSystem: 'metric' },
    imperial_smallest_drop: { ...gallons, unitSystem: 'imperial' },
    hose_reach: { ...metres, unitSystem: 'metric' },
    imperial_hose_reach: { ...feet, unitSystem: 'imperial' },
    picture_id: { kind: 'image', computed: true },
  },
  title: 'name',
  matchBy: [['name', 'company_id']],
  options: ['company_id'],
  list: ['name', 'company_id', 'city', 'area', 'contract', 'delivery_windows', 'status'],
  search: ['name', 'address1', 'city', 'zip_code', 'area', 'contact_name', 'contact_phone', 'company_id'],
  filters: { status: 1, company_id: null, contract: null, area: null },
  form: [
    { section: 'site', fields: ['name', 'company_id', 'contract', 'area', 'status'] },
    {
      section: 'place',
      fields: ['address1', 'address2', 'city', 'state', 'zip_code', 'country_id', 'latitude', 'longitude'],
    },
    {
      section: 'access',
      fields: ['contact_name', 'contact_phone', 'gate_code', 'access_notes'],
    },
    {
      section: 'delivery',
      fields: [
        'delivery_windows',
        'smallest_drop',
        'imperial_smallest_drop',
        'hose_reach',
        'imperial_hose_reach',
      ],
    },
  ],
  bulk: ['contract', 'area', 'delivery_windows'],
  archive: { status: 0 },
  check: ({ country_id = HOME_COUNTRY, zip_code }) => [
    ...issueIf(!countryOfId(country_id), { field: 'country_id', rule: 'country' }),
    ...homeZipIssues('zip_code', country_id, zip_code),
  ],
})

/** The field of a site that is stored encrypted and shown masked. */
export const SITE_SECRETS = ['gate_code'] as const
