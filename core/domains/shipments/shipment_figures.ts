import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

const volume = { kind: 'decimal', digits: 14, scale: 1, computed: true } as const

/** Computed figures of a shipment's stops and loads, for lists and files; never stored. */
export const shipment_figures = defineResource({
  name: 'shipment_figures',
  single: 'shipment_figure',
  id: 'shipment_id',
  module: 'shipment_planners',
  loginTypes: ALL_LOGIN_TYPES,
  scope: 'company',
  calls: [],
  fields: {
    stop_count: { kind: 'integer', computed: true },
    closed_stop_count: { kind: 'integer', computed: true },
    stop_companies: { kind: 'text', max: 2000, computed: true },
    stop_places: { kind: 'text', max: 2000, computed: true },
    planned_litres: { ...volume, unitSystem: 'metric' },
    delivered_litres: { ...volume, unitSystem: 'metric' },
    planned_gallons: { ...volume, unitSystem: 'imperial' },
    delivered_gallons: { ...volume, unitSystem: 'imperial' },
  },
  title: 'stop_count',
  list: ['stop_count'],
  search: [],
})
