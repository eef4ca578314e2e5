import { LEVEL_SOURCES } from '#core/domains/alerts/alerts.ts'
import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

const volume = { kind: 'decimal', digits: 14, scale: 1, computed: true } as const

/** Computed figures of a device and its worst tank, for files and pages; never stored. */
export const tank_levels = defineResource({
  name: 'tank_levels',
  single: 'tank_level',
  id: 'device_id',
  module: 'devices',
  loginTypes: ALL_LOGIN_TYPES,
  scope: 'company',
  calls: [],
  fields: {
    imperial_temperature: { kind: 'decimal', digits: 6, scale: 1, computed: true, unitSystem: 'imperial' },
    tank_product: { kind: 'text', max: 255, computed: true },
    tank_percent: { kind: 'decimal', digits: 6, scale: 1, computed: true },
    tank_litres: { ...volume, unitSystem: 'metric' },
    tank_litres_margin: { ...volume, unitSystem: 'metric' },
    tank_gallons: { ...volume, unitSystem: 'imperial' },
    tank_gallons_margin: { ...volume, unitSystem: 'imperial' },
    level_source: { kind: 'choice', computed: true, of: LEVEL_SOURCES },
    level_measured_at: { kind: 'instant', computed: true },
  },
  title: 'tank_product',
  list: ['tank_product'],
  search: [],
})
