import { STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

export const mobile_providers = defineResource({
  name: 'mobile_providers',
  single: 'mobile_provider',
  id: 'mobile_provider_id',
  module: 'configuration',
  loginTypes: STAFF,
  scope: 'shared',
  staysSmall: true,
  fields: {
    mobile_provider: { kind: 'text', required: true, max: 65, unique: true },
    apn: { kind: 'text', max: 100 },
    website: { kind: 'text', format: 'url', max: 255 },
  },
  title: 'mobile_provider',
  matchBy: [['mobile_provider']],
  list: ['mobile_provider', 'apn', 'website'],
  search: ['mobile_provider', 'apn'],
})
