import { CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

export const tags = defineResource({
  name: 'tags',
  single: 'tag',
  id: 'tag_id',
  module: 'tags',
  loginTypes: CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES,
  scope: 'company',
  fields: {
    tag: { kind: 'text', required: true, max: 65, unique: 'company' },
    company_id: { kind: 'reference', required: true, to: 'companies' },
    device_count: { kind: 'integer', default: 0, computed: true },
  },
  title: 'tag',
  matchBy: [['tag', 'company_id']],
  list: ['tag', 'company_id', 'device_count'],
  search: ['tag'],
  filters: { company_id: null },
})
