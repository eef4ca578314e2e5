import type { LoginType } from '#core/platform/loginTypes.ts'
import { registry } from '#core/registry.ts'
import { pathOf, type Resource, sortableFields } from '#core/resources/definition.ts'

/** A list query. */
export interface PlanCase {
  kind: string
  account: keyof typeof ACCOUNTS
  /** The query as the report names it: `sort=-label`. */
  query: string
  path: string
}

/** The kinds of account, by the rows that they see. */
export const ACCOUNTS = {
  staff: 'administrator',
  'several companies': 'distributor',
  'one company': 'customer',
  'some devices': 'technician',
} as const satisfies Record<string, LoginType>

/** The kinds that grow with the fleet or with every day of work, and are retained. */
const KINDS = [
  'devices',
  'device_ports',
  'alerts',
  'transaction_documents',
  'subscriptions',
  'work_orders',
  'shipment_planners',
  'people',
  'users',
  'customers',
  'audit_entries',
] as const

/** A value for each filter that some rows of the filled fleet have. */
const VALUES: Readonly<Record<string, string>> = {
  company_id: '10007',
  device_id: '777',
  device_type_id: '1',
  tags: '1004',
  connection_status: 'late',
  people_id: '10005',
  level: 'urgent',
  active: '0',
  document_type: 'invoice',
  status_id: '3',
  vendor_id: '2001',
  shipping_carrier_id: '2001',
  archived: '1',
  dashboard: '1',
  expired: '0',
  paid: '0',
  warranty_repair: '1',
  truck_id: '1001',
  delivered_by: '10005',
  login_type_id: 'driver',
  user_id: '10002',
  resource: 'devices',
  record_id: '777',
  action: 'update',
  from: '2026-01-01',
  to: '2026-06-01',
  before: '5000',
}
const STATUS: Readonly<Record<string, string>> = {
  devices: 'suspended',
  alerts: 'open',
  subscriptions: 'active',
}

/**
 * Every sort in both directions, every filter, a search and a far page, for each kind of account; for devices every sort with every filter.
 */
export function planCases(): PlanCase[] {
  return KINDS.flatMap((name) => {
    const kind: Resource = registry[name]
    const sorts = [...new Set(sortableFields(kind))]
    const filters = Object.keys(kind.filters ?? {}).map((filter) => `${filter}=${valueFor(name, filter)}`)
    const query = [
      ...sorts.flatMap((sort) => [`sort=${sort}`, `sort=-${sort}`]),
      ...filters,
      ...(kind.search.length > 0 ? ['search=yard%2099'] : []),
      'page_num=100',
    ]
    const crossed =
      name === 'devices' ? sorts.flatMap((sort) => filters.map((filter) => `sort=${sort}&${filter}`)) : []
    return (Object.keys(ACCOUNTS) as PlanCase['account'][])
      .filter((account) => kind.loginTypes.includes(ACCOUNTS[account]))
      .flatMap((account) =>
        [...query, ...(account === 'staff' || account === 'one company' ? crossed : [])].map((item) => ({
          kind: name,
          account,
          query: item,
          path: `/api${pathOf(kind)}?page_size=20&${item}`,
        })),
      )
  })
}

function valueFor(kind: string, filter: string): string {
  return filter === 'status' ? (STATUS[kind] ?? '0') : VALUES[filter]!
}
