import { STAFF_AND_DISTRIBUTORS } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/** The customer whose device a work order is for, for lists and files; never stored. */
export const work_order_figures = defineResource({
  name: 'work_order_figures',
  single: 'work_order_figure',
  id: 'id',
  module: 'work_orders',
  loginTypes: STAFF_AND_DISTRIBUTORS,
  scope: 'company',
  calls: [],
  fields: {
    customer: { kind: 'text', max: 100, computed: true },
  },
  title: 'customer',
  list: ['customer'],
  search: [],
})
