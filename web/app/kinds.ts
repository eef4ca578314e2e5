import { lazy } from 'react'
import type { ResourceName } from '#core/registry.ts'
import type { ListKind } from '#web/resources/list/listKind.ts'
import type { RecordKind } from '#web/resources/record/recordKind.ts'
import { auditKind } from './auditKind.tsx'
import { carrierKind, customerKind, manufacturerKind, vendorKind } from './companyKind.tsx'
import { openKind, orderKind, shipmentKind, workOrderKind } from './fulfilmentKinds.ts'
import { optionsKind } from './optionsKind.tsx'
import { personKind, personList } from './personKind.tsx'
import { templateKind } from './templateKind.tsx'
import { fieldKind, formKind, tableKind } from './toolKinds.tsx'
import { userList } from './userList.ts'

const refreshRates = lazy(() =>
  import('#web/domains/finance/RefreshRates.tsx').then((m) => ({ default: m.RefreshRates })),
)
const revealNumbers = lazy(() =>
  import('#web/domains/finance/RevealNumbers.tsx').then((m) => ({ default: m.RevealNumbers })),
)
const signUpDecision = lazy(() =>
  import('#web/domains/access/SignUpDecision.tsx').then((m) => ({ default: m.SignUpDecision })),
)
const sendNotification = lazy(() =>
  import('#web/domains/notifications/SendNotification.tsx').then((m) => ({ default: m.SendNotification })),
)
const writeEmail = lazy(() =>
  import('#web/domains/notifications/WriteEmail.tsx').then((m) => ({ default: m.WriteEmail })),
)
const newImport = lazy(() =>
  import('#web/domains/tools/NewImport.tsx').then((m) => ({ default: m.NewImport })),
)
const syncTables = lazy(() =>
  import('#web/domains/tools/SyncTables.tsx').then((m) => ({ default: m.SyncTables })),
)

const loginType = lazy(() =>
  import('#web/domains/access/LoginTypeInput.tsx').then((m) => ({ default: m.LoginTypeInput })),
)
const departmentLocation = lazy(() =>
  import('#web/domains/people/LocationInput.tsx').then((m) => ({ default: m.LocationInput })),
)
const belowProduct = lazy(() =>
  import('#web/domains/tanks/ProductDetails.tsx').then((m) => ({ default: m.ProductDetails })),
)
const belowSensorType = lazy(() =>
  import('#web/domains/tanks/SensorTypeDetails.tsx').then((m) => ({ default: m.SensorTypeDetails })),
)
const departmentTree = lazy(() =>
  import('#web/domains/people/DepartmentTree.tsx').then((m) => ({ default: m.DepartmentTree })),
)

/** How the list of a kind of record, and the screen of one record, differ from the standard. */
export interface Kind {
  list?: ListKind
  record?: RecordKind
}

export const kinds: Readonly<Partial<Record<ResourceName, Kind>>> = {
  customers: { record: customerKind },
  tank_products: {
    record: {
      Below: belowProduct,
      lockOf: ({ is_offered }) => (is_offered === 1 ? 'tanks.offered' : undefined),
    },
  },
  sensor_types: { record: { Below: belowSensorType } },
  people: { record: personKind, list: personList },
  departments: { list: { Tree: departmentTree }, record: { inputs: { location_id: departmentLocation } } },
  users: { list: userList, record: { inputs: { login_type_id: loginType } } },
  forms: { record: formKind },
  transaction_documents: { list: openKind, record: orderKind },
  shipment_planners: { list: openKind, record: shipmentKind },
  work_orders: { list: openKind, record: workOrderKind },
  exchange_rates: { list: { Actions: refreshRates } },
  bank_accounts: { record: { Below: revealNumbers } },
  vendors: { record: vendorKind },
  manufacturers: { record: manufacturerKind },
  shipping_carriers: { record: carrierKind },
  distributors: { record: customerKind },
  options_categories: { record: optionsKind },
  sign_ups: { record: { Header: signUpDecision } },
  notifications: {
    record: {
      Header: sendNotification,
      lockOf: ({ date_sent }) => (date_sent ? 'notifications.was_sent' : undefined),
    },
  },
  audit_entries: { list: auditKind },
  mails: { list: { Actions: writeEmail } },
  permission_templates: { list: templateKind },
  data_import_logs: { list: { Actions: newImport } },
  sql_tables: { list: { Actions: syncTables }, record: tableKind },
  sql_fields: { record: fieldKind },
}
