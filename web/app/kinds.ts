import { audit_entries } from '#core/domains/access/audit_entries.ts'
import { settings } from '#core/domains/settings/settings.ts'
import { type ResourceName, registry } from '#core/registry.ts'
import { auditKind } from '#web/domains/access/audit/auditKind.tsx'
import { kinds as access } from '#web/domains/access/kinds.tsx'
import { kinds as companies } from '#web/domains/companies/kinds.tsx'
import { kinds as devices } from '#web/domains/devices/kinds.ts'
import { kinds as finance } from '#web/domains/finance/kinds.tsx'
import { kinds as notifications } from '#web/domains/notifications/kinds.ts'
import { kinds as orders } from '#web/domains/orders/kinds.ts'
import { kinds as people } from '#web/domains/people/kinds.tsx'
import { kinds as settingKinds } from '#web/domains/settings/kinds.tsx'
import { kinds as shipments } from '#web/domains/shipments/kinds.ts'
import { kinds as subscriptions } from '#web/domains/subscriptions/kinds.ts'
import { kinds as tanks } from '#web/domains/tanks/kinds.tsx'
import { kinds as tools } from '#web/domains/tools/kinds.tsx'
import { kinds as work_orders } from '#web/domains/work_orders/kinds.tsx'
import { registerKindViews } from '#web/resources/kind.ts'

const AUDITED = [...Object.keys(registry), settings.name].filter((name) => name !== audit_entries.name)

// Collects the views of each domain: how its kinds of record differ from the standard.
const VIEWS = {
  ...access,
  ...companies,
  ...devices,
  ...finance,
  ...notifications,
  ...orders,
  ...people,
  ...settingKinds,
  ...shipments,
  ...subscriptions,
  ...tanks,
  ...tools,
  ...work_orders,
  [audit_entries.name]: { list: auditKind(AUDITED) },
}

/** A customer is the company that users create. Of other kinds, few records are created on the way. */
const FROM_SELECTS = {
  companies: 'customers',
  devices: 'devices',
  people: 'people',
  shipping_carriers: 'shipping_carriers',
  sites: 'sites',
  tank_products: 'tank_products',
  tax_codes: 'tax_codes',
  vendors: 'vendors',
} satisfies { [Name in ResourceName]?: ResourceName }

registerKindViews(VIEWS, FROM_SELECTS)
