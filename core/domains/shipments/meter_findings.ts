import { DELIVERY_CHECKERS } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

const percent = { kind: 'decimal', computed: true, digits: 6, scale: 2, unit: '%' } as const

/** A truck's meter that counts too much or too little, as shown by its deliveries to monitored tanks together. */
export const meter_findings = defineResource({
  name: 'meter_findings',
  single: 'meter_finding',
  id: 'meter_finding_id',
  module: 'shipment_planners',
  loginTypes: DELIVERY_CHECKERS,
  scope: 'company',
  staysSmall: true,
  calls: ['list', 'read'],
  fields: {
    company_id: { kind: 'reference', required: true, computed: true, to: 'companies' },
    truck_id: { kind: 'reference', required: true, computed: true, to: 'tanker_trucks' },
    state: { kind: 'choice', required: true, computed: true, of: ['open', 'closed'] },
    /** Drift of the meter; positive: it counts too much. */
    drift_percent: percent,
    /** ± of the drift, 95 %. */
    margin_percent: percent,
    /** The first delivery that shows it, and the number of deliveries since. */
    since: { kind: 'instant', computed: true },
    deliveries: { kind: 'integer', computed: true },
    found_at: { kind: 'instant', computed: true },
    /** Deliveries before this day no longer count: the meter was proved or adjusted then. */
    proved_on: { kind: 'date', computed: true },
    note: { kind: 'long_text', computed: true, max: 1000 },
    decided_by: { kind: 'reference', computed: true, to: 'users' },
    decided_at: { kind: 'instant', computed: true },
  },
  title: 'truck_id',
  list: [
    'truck_id',
    'drift_percent',
    'margin_percent',
    'deliveries',
    'since',
    'found_at',
    'state',
    'proved_on',
  ],
  search: [],
  filters: { state: 'open', truck_id: null, company_id: null },
  sort: '-found_at',
  form: [
    {
      section: 'finding',
      fields: [
        'truck_id',
        'company_id',
        'state',
        'drift_percent',
        'margin_percent',
        'deliveries',
        'since',
        'found_at',
      ],
    },
    { section: 'decision', fields: ['proved_on', 'note', 'decided_by', 'decided_at'] },
  ],
})
