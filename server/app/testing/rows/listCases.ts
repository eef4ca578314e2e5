import { registry } from '#core/registry.ts'
import { type Resource, sortableFields } from '#core/resources/definition.ts'

/** A query of a list. Known readings are listed by its parts that select or sort. */
export interface ListCase {
  /** `sort=label`, `status=suspended`, `search=tulsa`, `page_num=7`, `page_size=0`, `options`. */
  parts: string[]
  query: Record<string, string>
}

/** A value for each filter that some rows of the fleet have. */
const VALUES: Readonly<Record<string, string>> = {
  action: 'update',
  active: '0',
  address_type: 'billing',
  api_key_id: '7',
  archived: '1',
  area: 'Area 7',
  before: '5000',
  company_id: '10007',
  connection_status: 'late',
  contract: 'will_call',
  dashboard: '1',
  delivered_by: '10005',
  device_id: '777',
  device_type_id: '1',
  document_type: 'invoice',
  drives: '1',
  email_type: 'other',
  event_type: 'alert.opened',
  expired: '0',
  from: daysAgo(120),
  level: 'urgent',
  login_type_id: 'driver',
  modal: '1',
  object_id: '10005',
  object_ref: 'person',
  organisation_type_id: '1',
  paid: '0',
  people_id: '10005',
  performed_by: '10005',
  phone_type: 'work',
  product_id: '1003',
  reason: 'wrong_password',
  record_id: '777',
  resource: 'devices',
  shipment_id: '77',
  shipping_carrier_id: '2001',
  site_id: '1000712',
  state: 'open',
  status: '0',
  status_id: '3',
  tags: '1004',
  terminal_id: '1',
  to: daysAgo(60),
  truck_id: '1001',
  user_id: '10002',
  vendor_id: '106',
  warranty_repair: '1',
  way: 'password',
  webhook_id: '7',
  'alerts.status': 'open',
  'api_keys.status': 'active',
  'devices.status': 'suspended',
  'login_attempts.status': 'fail',
  'mails.state': 'failed',
  'sign_ups.state': 'waiting',
  'subscriptions.status': 'active',
  'transaction_documents.status_id': '32',
  'webhook_deliveries.state': 'sent',
  'webhooks.status': 'disabled',
}

/** Words that some, most and no records contain. */
const SEARCHES = ['tulsa', 'a', 'qqxz']

/**
 * Every list of a kind: each sort in both directions with each filter, searches with each filter, a later page, the longest page, and for
 * referenced kinds the options.
 */
export function listCases(kind: Resource): ListCase[] {
  const filters = Object.entries(kind.filters ?? {}).flatMap(([name, standard]) => [
    { [name]: exampleOf(kind, name) },
    ...(standard === null ? [] : [{ [name]: '' }]),
  ])
  const sorts = [...new Set(sortableFields(kind))].flatMap((name) => [name, `-${name}`])
  const searches = kind.search.length > 0 ? SEARCHES.map((search) => ({ search })) : []
  const lists = [
    ...[...sorts.map((sort) => ({ sort })), ...filters, ...searches],
    ...searches.flatMap((search) => filters.map((filter) => ({ ...search, ...filter }))),
    ...sorts.map((sort) => ({ sort, page_num: '7' })),
    { page_size: '0' },
  ].map((query) => ({ parts: partsOf(query), query: { page_size: '20', ...query } }))
  // The selected columns do not affect what is read; few columns are planned faster.
  const crossed = sorts
    .flatMap((sort) => filters.map((filter) => ({ ...filter, sort })))
    .map((query) => ({ parts: partsOf(query), query: { page_size: '20', fields: kind.title, ...query } }))
  return [...lists, ...crossed, ...(isChosen(kind) ? optionCases() : [])]
}

function partsOf(query: Record<string, string>): string[] {
  return Object.entries(query).map(([name, value]) => `${name}=${value.replace(/^-/, '')}`)
}

function optionCases(): ListCase[] {
  return ['', ...SEARCHES, 'tulsa diesel'].map((search) => ({
    parts: ['options', ...(search === '' ? [] : [`options=${search}`])],
    query: { options: '1', limit: '100', search },
  }))
}

/** Whether records of other kinds refer to it. */
function isChosen({ name }: Resource): boolean {
  const kinds: readonly Resource[] = Object.values(registry)
  return kinds.some(({ fields }) =>
    Object.values(fields).some((field) => 'to' in field && field.to === name && !field.computed),
  )
}

function exampleOf(kind: Resource, name: string): string {
  const value = VALUES[`${kind.name}.${name}`] ?? VALUES[name]
  if (value === undefined) throw new Error(`The filter ${name} of ${kind.name} has no value to be tried with`)
  return value
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}
