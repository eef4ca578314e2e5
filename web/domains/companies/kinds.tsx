import { lazy } from 'react'
import { users } from '#core/domains/access/users.ts'
import { companies } from '#core/domains/companies/companies.ts'
import { customers } from '#core/domains/companies/customers.ts'
import { distributors } from '#core/domains/companies/distributors.ts'
import { manufacturers } from '#core/domains/companies/manufacturers.ts'
import { shipping_carriers } from '#core/domains/companies/shipping_carriers.ts'
import { sites } from '#core/domains/companies/sites.ts'
import { vendors } from '#core/domains/companies/vendors.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { tags } from '#core/domains/devices/tags.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { people } from '#core/domains/people/people.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { tanker_trucks } from '#core/domains/shipments/trucks/tanker_trucks.ts'
import { subscriptions } from '#core/domains/subscriptions/subscriptions.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import { permissionFor, type Resource } from '#core/resources/definition.ts'
import { contactsTab, notesTab } from '#web/domains/people/contacts/contactTabs.tsx'
import { RecordImage } from '#web/resources/image/RecordImage.tsx'
import type { Kinds } from '#web/resources/kind.ts'
import { RelatedList } from '#web/resources/list/RelatedList.tsx'
import { overviewTab, type RecordKind, type RecordTab } from '#web/resources/record/recordKind.ts'
import { customerList } from './customerList.ts'

const CompanyDevices = lazy(() =>
  import('#web/domains/devices/list/deviceTabs.tsx').then((m) => ({ default: m.CompanyDevices })),
)

const CustomerOverview = lazy(() =>
  import('./overview/CustomerOverview.tsx').then((m) => ({ default: m.CustomerOverview })),
)

const CustomerAccount = lazy(() =>
  import('#web/domains/orders/owed/CustomerAccount.tsx').then((m) => ({ default: m.CustomerAccount })),
)

const SiteOverview = lazy(() =>
  import('./overview/SiteOverview.tsx').then((m) => ({ default: m.SiteOverview })),
)
const SiteDevices = lazy(() =>
  import('#web/domains/devices/list/deviceTabs.tsx').then((m) => ({ default: m.SiteDevices })),
)

/** The records of a kind that belong to the company, in the standard list or a special one. */
function listOf(
  resource: Resource,
  { Panel, by = 'company_id', isRare }: { Panel?: RecordTab['Panel']; by?: string; isRare?: true } = {},
): RecordTab {
  return {
    ...(isRare && { isRare }),
    name: resource.name,
    text: `records.${resource.name}.label`,
    isFor: (may) => may(permissionFor(resource, 'read')),
    Panel:
      Panel ??
      (({ record }) => (
        <RelatedList resource={resource} by={by} id={String(record[by === 'site_id' ? by : 'company_id'])} />
      )),
  }
}

/** The logo. */
const Header: NonNullable<RecordKind['Header']> = ({ record }) => (
  <RecordImage resource={companies} record={record} field="logo_id" name="logo" />
)

/** Contacts and notes. */
const known = [contactsTab(companies), notesTab(companies)]

/** Everything that belongs to a company, each kind in its list. */
const companyTabs: readonly RecordTab[] = [
  listOf(devices, { Panel: CompanyDevices }),
  listOf(transaction_documents),
  {
    name: 'account',
    text: 'orders.account.title',
    isFor: (may) => may(permissionFor(transaction_documents, 'read')),
    Panel: CustomerAccount,
  },
  listOf(people),
  ...known.map((tab) => ({ ...tab, isRare: true as const })),
  ...[sites, shipment_planners, users, subscriptions, tank_products, tanker_trucks, tags].map((kind) =>
    listOf(kind, { isRare: true }),
  ),
]

/** The profile of a customer. */
const customerKind: RecordKind = {
  Aside: Header,
  facts: ['account_number', 'parent_id', 'payment_term_id', 'website'],
  tabs: companyTabs,
}

/** The profile of any other company: contact people, records, and the orders that name it. */
const partnerKind = (by?: string): RecordKind => ({
  Header,
  tabs: [
    ...known,
    ...[people, users].map((kind) => listOf(kind)),
    listOf(devices, { Panel: CompanyDevices }),
    listOf(transaction_documents, by ? { by } : {}),
    ...[shipment_planners, subscriptions].map((kind) => listOf(kind)),
  ],
})

const siteZipCode = lazy(() =>
  import('#web/domains/people/contacts/ZipCodeInput.tsx').then((m) => ({ default: m.SiteZipCode })),
)

const sitePosition = lazy(() =>
  import('#web/domains/telemetry/map/PositionInput.tsx').then((m) => ({ default: m.SitePosition })),
)

export const kinds: Kinds = {
  [sites.name]: {
    // Inactive ones are shown by the filter only.
    list: { standard: ['name', 'company_id', 'city', 'area', 'contract', 'delivery_windows'] },
    record: {
      inputs: { zip_code: siteZipCode, longitude: sitePosition },
      facts: [
        'company_id',
        'address1',
        'city',
        'contact_name',
        'contact_phone',
        'contract',
        'delivery_windows',
      ],
      tabs: [
        overviewTab(SiteOverview),
        listOf(devices, { Panel: SiteDevices }),
        ...[transaction_documents, work_orders].map((kind) => listOf(kind, { by: 'site_id' })),
      ],
    },
  },
  [customers.name]: {
    list: customerList,
    record: { ...customerKind, tabs: [overviewTab(CustomerOverview), ...companyTabs] },
  },
  [distributors.name]: { record: customerKind },
  [manufacturers.name]: { record: partnerKind() },
  // Their orders are those sent to them.
  [vendors.name]: { record: partnerKind('vendor_id') },
  // Their orders are the ones that they deliver.
  [shipping_carriers.name]: { record: partnerKind('shipping_carrier_id') },
}
