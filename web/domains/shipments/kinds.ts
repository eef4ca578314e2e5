import { lazy } from 'react'
import { delivery_checks } from '#core/domains/shipments/delivery_checks.ts'
import { meter_findings } from '#core/domains/shipments/meter_findings.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { terminals } from '#core/domains/shipments/terminals.ts'
import { tanker_trucks } from '#core/domains/shipments/trucks/tanker_trucks.ts'
import type { Resource } from '#core/resources/definition.ts'
import { contactsTab, notesTab } from '#web/domains/people/contacts/contactTabs.tsx'
import type { ShipmentRecord } from '#web/domains/shipments/shipmentRecord.ts'
import type { Kinds } from '#web/resources/kind.ts'
import { overviewTab, type RecordKind } from '#web/resources/record/recordKind.ts'
import { deliveryCheckList } from './deliveries/deliveryCheckList.tsx'
import { shipmentList } from './shipmentList.tsx'
import { truckList } from './truckList.tsx'

const shipmentKind: RecordKind<ShipmentRecord> = {
  tabs: [contactsTab(shipment_planners), notesTab(shipment_planners)],
  Header: lazy(() => import('./ShipmentHeader.tsx').then((m) => ({ default: m.ShipmentHeader }))),
  Inside: lazy(() => import('./ShipmentLoads.tsx').then((m) => ({ default: m.ShipmentLoads }))),
  Below: lazy(() => import('./onTruck/OnTruck.tsx').then((m) => ({ default: m.ShipmentOnTruck }))),
  Aside: lazy(() => import('./ShipmentAside.tsx').then((m) => ({ default: m.ShipmentAside }))),
  lockOf: ({ status_id }) =>
    status_id === SHIPMENT_STATUS.draft
      ? undefined
      : { why: 'messages.shipment_loaded', isPermanent: status_id !== SHIPMENT_STATUS.cancelled },
}

const deliveryDecision = lazy(() =>
  import('./deliveries/DeliveryDecision.tsx').then((m) => ({ default: m.DeliveryDecision })),
)
const deliverySum = lazy(() =>
  import('./deliveries/DeliverySum.tsx').then((m) => ({ default: m.DeliverySum })),
)
const meterDecision = lazy(() => import('./MeterDecision.tsx').then((m) => ({ default: m.MeterDecision })))

const truckOverview = lazy(() =>
  import('./onTruck/TruckOverview.tsx').then((m) => ({ default: m.TruckOverview })),
)

const terminalPosition = lazy(() =>
  import('#web/domains/telemetry/map/PositionInput.tsx').then((m) => ({ default: m.TerminalPosition })),
)

const { fields, form } = tanker_trucks
const WEIGHTS_IN_POUNDS = ['imperial_max_weight', 'imperial_gvwr', 'imperial_payload'] as const

/** Weights are required in pounds, too. */
const storedVehicle: Resource = {
  ...tanker_trucks,
  fields: {
    ...fields,
    ...Object.fromEntries(WEIGHTS_IN_POUNDS.map((name) => [name, { ...fields[name], required: true }])),
  },
}

/** Usually a truck with one compartment; the defaults of the API are others. */
const newVehicle: Resource = {
  ...storedVehicle,
  fields: {
    ...storedVehicle.fields,
    vehicle_type: { ...fields.vehicle_type, default: 'truck' },
    num_of_compartments: { ...fields.num_of_compartments, default: 1 },
  },
}

/** Fields that only some new vehicles need: classes of single compartments, axles, home and shift. */
const SELDOM_OF_VEHICLES = [
  ...['serial', 'meter_style', 'unloading_order'],
  ...Object.keys(fields).filter((name) => name.startsWith('compartment_class')),
  ...form.flatMap((part) => (['axles', 'day'].includes(part.section) ? part.fields : [])),
]

/** Readings that the comparison of a delivery shows already. */
const SUMMED = Object.fromEntries(
  ['before', 'after', 'used', 'warmth'].flatMap((part) => [
    [`${part}_liters`, null],
    [`${part}_gallons`, null],
  ]),
)

export const kinds: Kinds = {
  [shipment_planners.name]: { list: shipmentList, record: shipmentKind },
  [delivery_checks.name]: {
    list: deliveryCheckList,
    record: { Header: deliveryDecision, readAs: { comparison: deliverySum, ...SUMMED } },
  },
  [terminals.name]: { record: { inputs: { longitude: terminalPosition } } },
  [tanker_trucks.name]: {
    list: truckList,
    record: {
      formOf: (isNew) => (isNew ? newVehicle : storedVehicle),
      seldom: SELDOM_OF_VEHICLES,
      facts: ['driver_id', 'company_id', 'vehicle_class', 'payload', 'imperial_payload'],
      tabs: [overviewTab(truckOverview)],
    },
  },
  [meter_findings.name]: { record: { Header: meterDecision } },
}
