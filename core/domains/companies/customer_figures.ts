import { LEVEL_SOURCES } from '#core/domains/alerts/alerts.ts'
import { LEVELS } from '#core/domains/telemetry/levels/quality.ts'
import { LOSS_ALERTS } from '#core/domains/telemetry/portSummary.ts'
import { STAFF_AND_DISTRIBUTORS } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

const amount = { kind: 'money', currency: 'currency_id', computed: true } as const

/** Computed figures of customers' tanks and debts, for lists and files; never stored. */
export const customer_figures = defineResource({
  name: 'customer_figures',
  single: 'customer_figure',
  id: 'company_id',
  module: 'companies',
  loginTypes: STAFF_AND_DISTRIBUTORS,
  scope: 'company',
  calls: [],
  fields: {
    tank_count: { kind: 'integer', computed: true },
    worst_level: { kind: 'choice', computed: true, of: [...LEVELS, ...LOSS_ALERTS] },
    worst_percent: { kind: 'decimal', digits: 6, scale: 1, computed: true },
    worst_source: { kind: 'choice', computed: true, of: LEVEL_SOURCES },
    open_amount: amount,
    overdue_amount: amount,
  },
  title: 'tank_count',
  list: ['tank_count'],
  search: [],
})
