import { type Issue, issueIf } from '#core/platform/issue.ts'
import { STAFF_AND_DISTRIBUTORS } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/** Loading racks where a company's trucks are filled. A bulk plant has the device of its own tanks. */
export const terminals = defineResource({
  name: 'terminals',
  single: 'terminal',
  id: 'terminal_id',
  module: 'tanker_trucks',
  loginTypes: STAFF_AND_DISTRIBUTORS,
  scope: 'company',
  staysSmall: true,
  fields: {
    name: { kind: 'text', required: true, max: 100 },
    company_id: { kind: 'reference', required: true, to: 'companies' },
    device_id: { kind: 'reference', to: 'devices', ofCompany: { field: 'company_id', reach: 'line' } },
    status: { kind: 'flag', required: true, default: 1 },
    address1: { kind: 'text', max: 255 },
    address2: { kind: 'text', max: 255 },
    city: { kind: 'text', max: 100 },
    state: { kind: 'text', max: 65 },
    zip_code: { kind: 'text', max: 12 },
    latitude: { kind: 'decimal', digits: 9, scale: 6, min: -90, max: 90 },
    longitude: { kind: 'decimal', digits: 9, scale: 6, min: -180, max: 180 },
  },
  title: 'name',
  matchBy: [['name', 'company_id']],
  list: ['name', 'company_id', 'city', 'state', 'device_id', 'status'],
  search: ['name', 'city', 'address1'],
  filters: { status: 1, company_id: null },
  archive: { status: 0 },
  form: [
    { section: 'terminal', fields: ['name', 'company_id', 'device_id', 'status'] },
    {
      section: 'place',
      fields: ['address1', 'address2', 'city', 'state', 'zip_code', 'latitude', 'longitude'],
    },
  ],
  check: ({ latitude, longitude }): Issue[] => [
    ...issueIf(latitude == null && longitude != null, { field: 'latitude', rule: 'required' }),
    ...issueIf(longitude == null && latitude != null, { field: 'longitude', rule: 'required' }),
  ],
})
