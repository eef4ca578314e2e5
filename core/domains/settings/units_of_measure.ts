import { STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

export const units_of_measure = defineResource({
  name: 'units_of_measure',
  single: 'unit_of_measure',
  id: 'id',
  module: 'configuration',
  loginTypes: STAFF,
  scope: 'shared',
  fields: {
    unit: { kind: 'text', required: true, max: 65, unique: true },
    unit_abbrev: { kind: 'text', required: true, max: 3 },
  },
  title: 'unit',
  list: ['unit', 'unit_abbrev'],
  search: ['unit', 'unit_abbrev'],
})
