import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

const volume = { kind: 'decimal', digits: 14, scale: 1, computed: true } as const

/** Computed figures of a document's lines, and the place they are for, for lists and files; never stored. */
export const order_figures = defineResource({
  name: 'order_figures',
  single: 'order_figure',
  id: 'document_id',
  module: 'transaction_documents',
  loginTypes: ALL_LOGIN_TYPES,
  scope: 'company',
  calls: [],
  fields: {
    line_place: { kind: 'text', max: 255, computed: true },
    line_products: { kind: 'text', max: 2000, computed: true },
    line_litres: { ...volume, unitSystem: 'metric' },
    line_gallons: { ...volume, unitSystem: 'imperial' },
  },
  title: 'line_products',
  list: ['line_products'],
  search: [],
})
