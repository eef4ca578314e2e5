import { STAFF } from '#core/platform/loginTypes.ts'
import { MEASURES } from '#core/platform/numbers/measures.ts'
import { defineResource } from '#core/resources/definition.ts'

export const units_of_measure = defineResource({
  name: 'units_of_measure',
  single: 'unit_of_measure',
  id: 'id',
  module: 'configuration',
  loginTypes: STAFF,
  scope: 'shared',
  staysSmall: true,
  fields: {
    unit: { kind: 'text', required: true, max: 65, unique: true },
    unit_abbrev: { kind: 'text', required: true, max: 3 },
    measure: { kind: 'choice', required: true, default: 'other', of: MEASURES },
    /** Litres, kilograms, hours or pieces per unit. */
    factor: { kind: 'decimal', digits: 18, scale: 9, above: 0 },
    /** Ullage's own name for it. */
    code: { kind: 'text', max: 12, computed: true },
  },
  title: 'unit',
  matchBy: [['unit']],
  list: ['unit', 'unit_abbrev', 'measure', 'factor'],
  search: ['unit', 'unit_abbrev'],
  filters: { measure: null },
  options: ['unit_abbrev', 'measure', 'factor', 'code'],
  check: ({ measure, factor }) =>
    measure === 'volume' && factor == null ? [{ field: 'factor', rule: 'required' }] : [],
})
