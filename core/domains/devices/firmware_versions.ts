import { STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

export const firmware_versions = defineResource({
  name: 'firmware_versions',
  single: 'firmware_version',
  id: 'firmware_version_id',
  module: 'configuration',
  loginTypes: STAFF,
  scope: 'shared',
  staysSmall: true,
  fields: {
    version: { kind: 'integer', required: true, min: 0, max: 9999, unique: true },
    battery_empty: {
      kind: 'decimal',
      required: true,
      default: '0.00',
      digits: 6,
      scale: 2,
      min: 0,
      unit: 'V',
    },
    battery_full: {
      kind: 'decimal',
      required: true,
      default: '0.00',
      digits: 6,
      scale: 2,
      min: 0,
      unit: 'V',
    },
    change_log: { kind: 'long_text', max: 16_777_215 },
  },
  title: 'version',
  matchBy: [['version']],
  list: ['version', 'battery_empty', 'battery_full'],
  search: ['change_log'],
  sort: '-version',
  pageSize: 0,
  // 0 and 0 means an unknown curve: such a firmware has no battery percent.
  check: ({ battery_empty: empty, battery_full: full }) =>
    empty != null && full != null && Number(full) > 0 && Number(empty) >= Number(full)
      ? [{ field: 'battery_full', rule: 'above_empty' }]
      : empty != null && Number(empty) > 0 && Number(full ?? 0) === 0
        ? [{ field: 'battery_full', rule: 'above_empty' }]
        : [],
})
