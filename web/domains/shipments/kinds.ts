import { lazy } from 'react'
import { delivery_checks } from '#core/domains/shipments/delivery_checks.ts'
import { meter_findings } from '#core/domains/shipments/meter_findings.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { terminals } from '#core/domains/shipments/terminals.ts'
import { tanker_trucks } from '#core/domains/shipments/trucks/tanker_trucks.ts'
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
  isProtected: (record) => {
    const status = Number(record.status_id)
    return status !== SHIPMENT_STATUS.draft && status !== SHIPMENT_STATUS.cancelled
  },
  lockOf: ({ status_id }) =>
    status_id === SHIPMENT_STATUS.draft ? undefined : { why: 'messages.shipment_loaded' },
}

const deliveryDecision = lazy(() =>
  import('./deliveries/DeliveryDecision.tsx').then((m) => ({ default: m.DeliveryDecision })),
)
const meterDecision = lazy(() => import('./MeterDecision.tsx').then((m) => ({ default: m.MeterDecision })))

const truckOverview = lazy(() =>
  import('./onTruck/TruckOverview.tsx').then((m) => ({ default: m.TruckOverview })),
)

const terminalPosition = lazy(() =>
  import('#web/domains/telemetry/map/PositionInput.tsx').then((m) => ({ default: m.TerminalPosition })),
)

export const kinds: Kinds = {
  [shipment_planners.name]: { list: shipmentList, record: shipmentKind },
  [delivery_checks.name]: { list: deliveryCheckList, record: { Header: deliveryDecision } },
  [terminals.name]: { record: { inputs: { longitude: terminalPosition } } },
  [tanker_trucks.name]: {
    list: truckList,
    record: {
      facts: ['driver_id', 'company_id', 'vehicle_class', 'payload', 'imperial_payload'],
      tabs: [overviewTab(truckOverview)],
    },
  },
  [meter_findings.name]: { record: { Header: meterDecision } },
}
