import { ORDER_DECIDERS } from '#core/domains/orders/ordering.ts'
import { issueIf } from '#core/platform/issue.ts'
import { CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES, DELIVERY_CHECKERS } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import { statusField } from '#core/resources/statuses/statuses.ts'
import { shipment_planner_details } from './shipment_planner_details.ts'
import { shipmentStatuses } from './shipmentStatus.ts'

/** A round uses vehicles of its own company, or of one above or below it. */
const vehicle = {
  kind: 'reference',
  to: 'tanker_trucks',
  ofCompany: { field: 'company_id', reach: 'line' },
} as const

/** A round of a truck: its loads and their customers. */
export const shipment_planners = defineResource({
  name: 'shipment_planners',
  single: 'shipment_planner',
  path: '/shipment_planner',
  id: 'shipment_id',
  module: 'shipment_planners',
  loginTypes: CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES,
  scope: 'company',
  hasWebhooks: true,
  // A load is for a tank or an order line.
  devicesBy: {
    rows: [
      [['device_ports', 'device_ports_id']],
      [
        ['transaction_document_details', 'document_detail_id'],
        ['transaction_documents', 'document_id'],
      ],
    ],
  },
  visibility: {
    // Lifts are for users who see lift tickets, money for users who see it elsewhere; the rest may concern another customer.
    closedHistory: {
      entries: {
        lift: { to: DELIVERY_CHECKERS },
        settle_money: { to: ORDER_DECIDERS, unlimited: true },
        give_back_money: { to: ORDER_DECIDERS, unlimited: true },
      },
      editorsOnly: ['details', 'stops', 'tickets', 'delivered', 'compartments', 'reason'],
    },
  },
  details: shipment_planner_details,
  statuses: shipmentStatuses,
  besides: ['signature', 'signed_place', 'stops', 'overrules', 'warnings', 'vehicle_id'],
  fields: {
    shipment_number: { kind: 'text', max: 24, computed: true },
    company_id: { kind: 'reference', to: 'companies', own: true },
    status_id: statusField(shipmentStatuses),
    truck_id: vehicle,
    trailer_id: vehicle,
    load_date: { kind: 'date', required: true },
    deliver_date: { kind: 'date', isDue: true, notBefore: { field: 'load_date' } },
    delivered_by: { kind: 'reference', to: 'people', narrowed: { drives: '1' } },
    // Customers see the day of a draft only once it is firm.
    is_firm: { kind: 'flag', required: true, default: 0 },
    overrule_ullage: { kind: 'flag', required: true, default: 0 },
    overrule_reason: { kind: 'text', max: 255, editorsOnly: true },
    left_at: { kind: 'instant', computed: true },
    delivered_at: { kind: 'instant', computed: true },
    // One customer may have signed for all; the others see the signatures of their own stops.
    signed_by: { kind: 'text', max: 100, computed: true, editorsOnly: true },
    signed_at: { kind: 'instant', computed: true },
  },
  title: 'shipment_number',
  matchBy: [['shipment_number']],
  list: [
    'shipment_number',
    'company_id',
    'status_id',
    'truck_id',
    'trailer_id',
    'load_date',
    'deliver_date',
    'delivered_by',
    'signed_by',
  ],
  search: ['shipment_number', 'signed_by', 'company_id', 'truck_id', 'delivered_by'],
  filters: { status_id: null, company_id: null, truck_id: null, delivered_by: null, dashboard: null },
  sort: '-load_date',
  form: [
    {
      section: 'round',
      fields: [
        'company_id',
        'truck_id',
        'trailer_id',
        'delivered_by',
        'load_date',
        'deliver_date',
        'is_firm',
        'overrule_ullage',
        'overrule_reason',
      ],
    },
  ],
  check: ({ company_id, truck_id, trailer_id, overrule_ullage, overrule_reason }) => [
    ...issueIf(company_id === null, { field: 'company_id', rule: 'required' }),
    ...issueIf(overrule_ullage === 1 && !overrule_reason, { field: 'overrule_reason', rule: 'required' }),
    ...issueIf(truck_id != null && truck_id === trailer_id, { field: 'trailer_id', rule: 'same_vehicle' }),
  ],
})
