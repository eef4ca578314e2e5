import { STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

export const device_types = defineResource({
  name: 'device_types',
  single: 'iot_device_type',
  listKey: 'iot_device_types',
  id: 'device_type_id',
  module: 'configuration',
  loginTypes: STAFF,
  scope: 'shared',
  staysSmall: true,
  fields: {
    device_type: { kind: 'text', required: true, max: 45, unique: true },
    num_ports: { kind: 'integer', required: true, min: 1, max: 999_999 },
  },
  title: 'device_type',
  matchBy: [['device_type']],
  list: ['device_type', 'num_ports'],
  search: ['device_type'],
})
