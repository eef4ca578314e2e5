import { STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

export const tank_manufacturers = defineResource({
  name: 'tank_manufacturers',
  single: 'tank_manufacturer',
  id: 'manufacturer_id',
  module: 'configuration',
  loginTypes: STAFF,
  scope: 'shared',
  staysSmall: true,
  fields: {
    manufacturer: { kind: 'text', required: true, max: 100 },
    contact_name: { kind: 'text', max: 65 },
    phone: { kind: 'phone', max: 14 },
    email: { kind: 'text', format: 'email', max: 100 },
    website: { kind: 'text', format: 'url', max: 255 },
    notes: { kind: 'long_text', max: 65_535 },
  },
  title: 'manufacturer',
  matchBy: [['manufacturer']],
  list: ['manufacturer', 'contact_name', 'phone', 'email', 'website'],
  search: ['manufacturer', 'contact_name', 'email'],
  pageSize: 0,
})
