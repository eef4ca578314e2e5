import { STAFF_AND_DISTRIBUTORS } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import { shipmentStatuses } from '../shipmentStatus.ts'

/** Computed figures of a vehicle's current round, or else its next one, for lists and files; never stored. */
export const truck_figures = defineResource({
  name: 'truck_figures',
  single: 'truck_figure',
  id: 'truck_id',
  module: 'tanker_trucks',
  loginTypes: STAFF_AND_DISTRIBUTORS,
  scope: 'company',
  calls: [],
  fields: {
    round_id: { kind: 'integer', computed: true },
    round_number: { kind: 'text', max: 20, computed: true },
    round_status_id: { kind: 'choice', of: shipmentStatuses.values, computed: true },
    round_day: { kind: 'date', computed: true },
    round_stops: { kind: 'integer', computed: true },
    round_closed_stops: { kind: 'integer', computed: true },
  },
  title: 'round_number',
  list: ['round_number'],
  search: [],
})
