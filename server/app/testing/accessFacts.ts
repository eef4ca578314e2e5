// Deliberately long: all permissions are in one table, so that a call without a line is noticed.
/**
 * The permissions of every call, repeated on purpose: the permission matrix compares the running server with this file, so nothing here may
 * be imported from what it tests. Deny by default: a call in neither KINDS nor CALLS fails the matrix.
 */

const STAFF = ['employee', 'customer_support', 'administrator', 'developer'] as const
const THE_12 = [
  ...STAFF,
  'csr',
  'producer',
  'dispatcher',
  'technician',
  'driver',
  'dispenser_mgr',
  'customer_readonly',
  'customer',
] as const
const THE_14 = [...THE_12, 'd_acct_mgr', 'distributor'] as const
export const ALL = [...THE_14, 'v_acct_mgr', 'vendor'] as const
const KEEPERS = [...STAFF, 'd_acct_mgr', 'distributor'] as const
/** The login types that check deliveries. */
const CHECKERS = [...STAFF, 'csr', 'dispatcher', 'd_acct_mgr', 'distributor'] as const
const BUYERS = [...STAFF, 'csr', 'dispatcher', 'technician', 'driver', 'dispenser_mgr', 'customer'] as const
/** Vendors read the purchase orders addressed to them; distributors read documents where they have a back office. */
const DOCUMENT_READERS = [...BUYERS, 'd_acct_mgr', 'distributor', 'v_acct_mgr', 'vendor'] as const

/** The login types that plan rounds on the board; customers and drivers only read their shipments. */
const PLANNERS = [...STAFF, 'csr', 'dispatcher', 'd_acct_mgr', 'distributor'] as const

/** The login types that decide about documents. */
const BILLERS = [...PLANNERS, 'dispenser_mgr'] as const

const NOT_DISTRIBUTORS = [...THE_12, 'v_acct_mgr', 'vendor'] as const

export type Type = (typeof ALL)[number]

const IMPERSONATORS: readonly string[] = STAFF
const OVERRULERS: readonly string[] = [...STAFF, 'dispatcher', 'distributor']

/** The default permissions of each login type: C create, R read, U update, D delete. */
const FULL = {
  companies: 'CRUD',
  devices: 'CRUD',
  tags: 'CRUD',
  people: 'CRUD',
  users: 'CRUD',
  tank_products: 'CRUD',
  tanker_trucks: 'CRUD',
  subscriptions: 'CRUD',
  transaction_documents: 'CRUD',
  shipment_planners: 'CRUD',
  work_orders: 'CRUD',
  dashboard_widgets: 'CRUD',
  configuration: 'CRUD',
  bank_accounts: 'CRUD',
  chart_of_accounts: 'CRUD',
  permissions: 'RU',
  help_articles: 'CRUD',
  data_imports: 'CRUD',
}
const VIEW = {
  devices: 'R',
  tags: 'R',
  people: 'R',
  tank_products: 'R',
  shipment_planners: 'R',
  dashboard_widgets: 'R',
  help_articles: 'R',
}
const TEMPLATES: Record<Type, Record<string, string>> = {
  administrator: { ...FULL, developer_tools: 'R' },
  developer: { ...FULL, developer_tools: 'CRUD' },
  customer_support: {
    companies: 'CRU',
    devices: 'CRU',
    tags: 'CRUD',
    people: 'CRUD',
    users: 'CRU',
    tank_products: 'CRU',
    tanker_trucks: 'R',
    subscriptions: 'CRU',
    transaction_documents: 'CRU',
    shipment_planners: 'CRU',
    work_orders: 'CRU',
    dashboard_widgets: 'RU',
    configuration: 'R',
    permissions: 'R',
    help_articles: 'CRUD',
    data_imports: 'CR',
  },
  employee: {
    companies: 'CRU',
    devices: 'CRU',
    tags: 'CRU',
    people: 'CRU',
    users: 'R',
    tank_products: 'CRU',
    tanker_trucks: 'CRU',
    subscriptions: 'R',
    transaction_documents: 'CRU',
    shipment_planners: 'CRU',
    work_orders: 'CRU',
    dashboard_widgets: 'R',
    configuration: 'R',
    bank_accounts: 'R',
    chart_of_accounts: 'R',
    help_articles: 'CRU',
    data_imports: 'R',
  },
  csr: {
    devices: 'RU',
    tags: 'CRU',
    people: 'CRU',
    tank_products: 'R',
    subscriptions: 'R',
    transaction_documents: 'CRU',
    shipment_planners: 'R',
    dashboard_widgets: 'R',
    configuration: 'R',
    help_articles: 'R',
  },
  producer: VIEW,
  dispatcher: { ...VIEW, transaction_documents: 'RU', shipment_planners: 'CRUD', configuration: 'R' },
  technician: {
    devices: 'RU',
    tags: 'RU',
    people: 'R',
    tank_products: 'R',
    transaction_documents: 'R',
    dashboard_widgets: 'R',
    help_articles: 'R',
  },
  driver: { ...VIEW, transaction_documents: 'R', shipment_planners: 'RU' },
  dispenser_mgr: {
    devices: 'RU',
    tags: 'CRUD',
    people: 'CRU',
    users: 'R',
    tank_products: 'CRU',
    subscriptions: 'R',
    transaction_documents: 'CRU',
    shipment_planners: 'RU',
    dashboard_widgets: 'R',
    configuration: 'R',
    bank_accounts: 'R',
    chart_of_accounts: 'R',
    help_articles: 'R',
  },
  d_acct_mgr: {
    companies: 'CRU',
    devices: 'RU',
    tags: 'CRU',
    people: 'CRU',
    users: 'CRU',
    tank_products: 'CRU',
    shipment_planners: 'R',
    work_orders: 'CR',
    help_articles: 'R',
  },
  distributor: {
    companies: 'CRU',
    devices: 'RU',
    tags: 'CRUD',
    people: 'CRUD',
    users: 'CRUD',
    tank_products: 'CRUD',
    shipment_planners: 'CRU',
    work_orders: 'CRU',
    help_articles: 'R',
  },
  customer: {
    devices: 'RU',
    tags: 'CRUD',
    people: 'CRU',
    users: 'CRU',
    tank_products: 'R',
    subscriptions: 'R',
    transaction_documents: 'CR',
    shipment_planners: 'R',
    dashboard_widgets: 'R',
    help_articles: 'R',
  },
  customer_readonly: VIEW,
  v_acct_mgr: { tank_products: 'R', transaction_documents: 'R', help_articles: 'R' },
  vendor: { tank_products: 'R', transaction_documents: 'R', help_articles: 'R' },
}

/** Permissions that distributors can be granted; they count only while the business's setting allows it. */
export const BACK_OFFICE = ['transaction_documents', 'tanker_trucks'] as const

const LETTER: Record<string, string> = { create: 'C', read: 'R', update: 'U', delete: 'D' }

/** Whether the template of a login type holds `module.action`. */
export function holds(type: Type, permission: string): boolean {
  if (permission === 'users.impersonate') return IMPERSONATORS.includes(type)
  if (permission === 'shipment_planners.overrule') return OVERRULERS.includes(type)
  const [module = '', action = ''] = permission.split('.')
  return TEMPLATES[type][module]?.includes(LETTER[action] ?? '?') ?? false
}

export interface Grant {
  permission: string
  types: readonly Type[]
}

/** Open to everyone, to any session, to a device with its key, or to holders of a permission. */
export type Fact = 'public' | 'session' | 'device' | Grant

const may = (permission: string, types: readonly Type[]): Grant => ({ permission, types })

/** The scope of a kind's records: shared by all, a company's, or a company itself. */
export interface KindFact {
  module: string
  types: readonly Type[]
  of: 'all' | 'company' | 'companies'
  /** The module whose permission is needed to write, if it differs. */
  write: string
}

const kind = (module: string, types: readonly Type[], of: KindFact['of'], write = module): KindFact => ({
  module,
  types,
  of,
  write,
})

/** The kinds of record with the standard calls, by path: their module, login types and scope. */
export const KINDS: Readonly<Record<string, KindFact>> = {
  '/account_rules': kind('chart_of_accounts', STAFF, 'company'),
  '/active_sessions': kind('configuration', STAFF, 'company'),
  '/alerts': kind('devices', ALL, 'company'),
  '/api_keys': kind('users', THE_14, 'company'),
  '/audit_entries': kind('permissions', STAFF, 'company'),
  '/bank_accounts': kind('bank_accounts', NOT_DISTRIBUTORS, 'all'),
  '/chart_of_accounts': kind('chart_of_accounts', THE_12, 'all'),
  '/companies': kind('companies', ALL, 'companies'),
  '/connections': kind('devices', STAFF, 'company'),
  '/currencies': kind('configuration', STAFF, 'all'),
  '/customers': kind('companies', KEEPERS, 'companies'),
  '/dashboard_widgets': kind('dashboard_widgets', THE_12, 'all'),
  '/data_import_logs': kind('data_imports', STAFF, 'all'),
  '/departments': kind('configuration', THE_12, 'company'),
  '/device_ports': kind('devices', ALL, 'company'),
  '/device_types': kind('configuration', STAFF, 'all'),
  '/devices': kind('devices', ALL, 'company'),
  '/distributors': kind('configuration', STAFF, 'companies'),
  '/exchange_rates': kind('configuration', THE_12, 'all'),
  '/firmware_versions': kind('configuration', STAFF, 'all'),
  '/identity_providers': kind('users', THE_14, 'company'),
  '/help': kind('help_articles', ALL, 'all'),
  '/login_attempts': kind('configuration', STAFF, 'company'),
  '/mails': kind('work_orders', KEEPERS, 'company'),
  '/manufacturers': kind('configuration', STAFF, 'companies'),
  '/mobile_providers': kind('configuration', STAFF, 'all'),
  '/options': kind('configuration', THE_12, 'all'),
  '/options_categories': kind('configuration', THE_12, 'all'),
  '/permission_templates': kind('configuration', STAFF, 'all', 'permissions'),
  '/permissions': kind('configuration', STAFF, 'all', 'permissions'),
  '/notifications': kind('configuration', STAFF, 'all'),
  '/payment_terms': kind('configuration', THE_12, 'all'),
  '/on_call_shifts': kind('people', THE_14, 'company'),
  '/people': kind('people', THE_14, 'company'),
  '/posted_prices': kind('transaction_documents', KEEPERS, 'company'),
  '/price_classes': kind('transaction_documents', KEEPERS, 'company'),
  '/price_fees': kind('transaction_documents', KEEPERS, 'company'),
  '/price_rules': kind('transaction_documents', KEEPERS, 'company'),
  '/questions': kind('configuration', STAFF, 'all'),
  '/sensor_types': kind('configuration', STAFF, 'all'),
  '/sign_ups': kind('users', STAFF, 'all'),
  '/sites': kind('devices', THE_14, 'company', 'companies'),
  '/shipping_carriers': kind('configuration', STAFF, 'companies'),
  '/billing_runs': kind('transaction_documents', BILLERS, 'company'),
  '/delivery_checks': kind('shipment_planners', CHECKERS, 'company'),
  '/meter_findings': kind('shipment_planners', CHECKERS, 'company'),
  '/lift_tickets': kind('shipment_planners', CHECKERS, 'company'),
  '/shipment_planner': kind('shipment_planners', THE_14, 'company'),
  '/forms': kind('configuration', STAFF, 'all', 'developer_tools'),
  '/sql/fields': kind('configuration', STAFF, 'all', 'developer_tools'),
  '/sql/relationships': kind('configuration', STAFF, 'all', 'developer_tools'),
  '/sql/tables': kind('configuration', STAFF, 'all', 'developer_tools'),
  '/subscriptions': kind('subscriptions', BUYERS, 'company'),
  '/tags': kind('tags', THE_14, 'company'),
  '/tank_manufacturers': kind('configuration', STAFF, 'all'),
  '/tank_products': kind('tank_products', ALL, 'company'),
  '/tank_specs': kind('configuration', STAFF, 'all'),
  '/tank_types': kind('configuration', STAFF, 'all'),
  '/tanker_trucks': kind('tanker_trucks', KEEPERS, 'company'),
  '/tax_codes': kind('transaction_documents', KEEPERS, 'company'),
  '/tax_exemptions': kind('transaction_documents', KEEPERS, 'company'),
  '/tax_rates': kind('transaction_documents', KEEPERS, 'company'),
  '/tax_rules': kind('transaction_documents', KEEPERS, 'company'),
  '/terminals': kind('tanker_trucks', KEEPERS, 'company'),
  '/transaction_documents': kind('transaction_documents', DOCUMENT_READERS, 'company'),
  '/units_of_measure': kind('configuration', STAFF, 'all'),
  '/user_defined_fields': kind('configuration', STAFF, 'all'),
  '/users': kind('users', THE_14, 'company'),
  '/vendors': kind('configuration', STAFF, 'companies'),
  '/webhook_deliveries': kind('users', THE_14, 'company'),
  '/webhooks': kind('users', THE_14, 'company'),
  '/work_orders': kind('work_orders', KEEPERS, 'company'),
}

/** Login types that may choose from a list that they cannot read, because they write records that refer to it. */
export const SELECTABLE_BY: Readonly<Record<string, readonly Type[]>> = {
  '/companies': ['csr', 'dispatcher', 'technician', 'driver', 'dispenser_mgr', 'customer'],
  '/departments': ['d_acct_mgr', 'distributor', 'customer'],
  '/shipping_carriers': ['csr', 'dispatcher', 'dispenser_mgr', 'customer', 'd_acct_mgr', 'distributor'],
  '/tanker_trucks': ['dispatcher', 'driver', 'dispenser_mgr', 'distributor'],
  '/vendors': ['csr', 'dispatcher', 'dispenser_mgr', 'customer'],
}

/** Kinds that belong to any record: that record decides who may read and write them, not the login type. */
export const OBJECT_SCOPED_KINDS: readonly string[] = [
  '/entity_addresses',
  '/entity_emails',
  '/entity_phones',
  '/notes',
]

/** Paths of contacts and notes below the record that they belong to, and of the user's own contacts. */
const OWNERS = [
  '/companies/:company_id',
  '/customers/:company_id',
  '/devices/:device_id',
  '/distributors/:company_id',
  '/manufacturers/:company_id',
  '/people/:people_id',
  '/shipment_planner/:owner_id|:shipment_id',
  '/shipping_carriers/:company_id',
  '/transaction_documents/:document_id',
  '/vendors/:company_id',
  '/work_orders/:id',
]
const contactsAt = (owner: string) =>
  ['phones', 'emails', 'addresses'].flatMap((sort) => [
    `GET ${owner}/${sort}`,
    `POST ${owner}/${sort}`,
    `GET ${owner}/${sort}/:contact_id`,
    `PATCH ${owner}/${sort}/:contact_id`,
    `DELETE ${owner}/${sort}/:contact_id`,
    `DELETE ${owner}/${sort}/:contact_id/:new_prime_id`,
  ])
const notesAt = (owner: string) => [
  `GET ${owner}/notes`,
  `POST ${owner}/notes`,
  `PATCH ${owner}/notes/:note_id`,
  `DELETE ${owner}/notes/:note_id`,
]

/** Open to read-only accounts, in addition to their own matters. */
const OF_READERS: readonly string[] = [
  'POST /me/unlock',
  'POST /me/accounts/:company_id/switch',
  'PATCH /me',
  'POST /tank_types/preview',
  'POST /help/:help_article_id/vote',
]
/** A user's own sign-in methods and notifications. */
const OWN =
  /^(PATCH|POST|PUT|DELETE) \/me\/(password|passkeys|second_factor|active_sessions|api_keys|calendar|notifications|channels|push_subscription)(\/|$)/

/** Whether a call that requires only a session accepts read-only accounts. */
export function isOpenToReaders(method: string, path: string): boolean {
  const call = `${method} ${path}`
  return method === 'GET' || OF_READERS.includes(call) || OWN.test(call)
}

/** Calls that need only a session and are open to API keys: what belongs to a record, which decides, and lists of names. */
const OF_KEYS =
  /^(GET \/(users\/current|search|timeline|options|currencies\/marks|user_defined_fields\/known|(languages|login_types|modules|time_zones|locales)(\/.*)?|(notes|entity_\w+)(\/.*)?)|(GET|POST|PATCH|DELETE) \/.+\/(phones|emails|addresses)(\/.*)?|GET \/.+\/notes|DELETE \/entity_\w+\/:\w+(\/:new_prime_id)?)$/
/** Modules in which no API key changes anything. */
const CLOSED_TO_KEYS = ['users', 'permissions', 'data_imports', 'developer_tools']

/** Whether an API key with every module can make a call that its account can make. */
export function isOpenToKeys(method: string, path: string): boolean {
  const fact = factOf(method, path)
  if (fact === 'session') return OF_KEYS.test(`${method} ${path}`) && !path.startsWith('/me')
  if (typeof fact !== 'object') return true
  const [module = '', action] = fact.permission.split('.')
  if (path.startsWith('/settings')) return action === 'read'
  return module !== 'developer_tools' && (action === 'read' || !CLOSED_TO_KEYS.includes(module))
}

/** Every other call, one line each. */
export const CALLS: Readonly<Record<string, Fact>> = {
  'GET /permissions/calls': may('permissions.read', STAFF),
  'GET /permissions/explain': may('permissions.read', STAFF),
  ...Object.fromEntries(
    [...[...OWNERS, '/me'].flatMap(contactsAt), ...OWNERS.flatMap(notesAt)].map((call) => [call, 'session']),
  ),
  'DELETE /entity_addresses/:entity_addresses_id/:new_prime_id': 'session',
  'DELETE /entity_emails/:entity_emails_id/:new_prime_id': 'session',
  'DELETE /entity_phones/:entity_phones_id/:new_prime_id': 'session',
  'GET /me/photo': 'session',
  'POST /me/photo': 'session',
  'DELETE /me/photo': 'session',
  'GET /companies/:company_id/reachable': may('people.read', THE_14),
  'GET /people/:people_id/photo': may('people.read', THE_14),
  'POST /people/:people_id/photo': may('people.update', THE_14),
  'DELETE /people/:people_id/photo': may('people.update', THE_14),
  'GET /companies/:company_id/logo': may('companies.read', ALL),
  'POST /companies/:company_id/logo': may('companies.update', ALL),
  'DELETE /companies/:company_id/logo': may('companies.update', ALL),
  'GET /sites/:site_id/picture': may('devices.read', THE_14),
  'POST /sites/:site_id/picture': may('companies.update', THE_14),
  'DELETE /sites/:site_id/picture': may('companies.update', THE_14),
  // They deliver, or may change customers.
  'POST /sites/:site_id/reveal': may('devices.read', [...KEEPERS, 'dispatcher', 'driver', 'dispenser_mgr']),
  'GET /locales/countries': 'session',
  'GET /locales/postal_codes/:zip': 'session',
  'GET /me/accounts': 'session',
  'POST /me/accounts/:company_id/switch': 'session',
  'GET /users/username_available': may('users.update', THE_14),
  'GET /users/:user_id/company/:company_id/permissions': may('permissions.read', STAFF),
  'PATCH /users/:user_id/company/:company_id/permissions': may('permissions.update', STAFF),
  'GET /users/:user_id/accounts': may('users.read', THE_14),
  'POST /users/:user_id/company/:company_id/limit_devices': may('users.update', THE_14),
  'PATCH /users/:user_id/company/:company_id/tags': may('users.update', THE_14),
  'GET /authenticate/login': 'public',
  'GET /authenticate/logout': 'session',
  'GET /authenticate/login_as/:user_id': may('users.impersonate', STAFF),
  'GET /authenticate/switch_back': 'session',
  'POST /people/:people_id/invite': may('users.create', THE_14),
  'GET /people/:people_id/invite': may('users.read', THE_14),
  'DELETE /people/:people_id/invite': may('users.create', THE_14),
  // A new person also requires people.create.
  'POST /invitations': may('users.create', THE_14),
  'GET /invitations': may('users.read', THE_14),
  'GET /invitations/roles': may('users.create', THE_14),
  'GET /authenticate/invite/:token': 'public',
  'POST /authenticate/invite/:token': 'public',
  'POST /authenticate/request_reset': 'public',
  'GET /authenticate/request_reset/:code': 'public',
  'POST /authenticate/reset_password': 'public',
  'POST /authenticate/sign_up': 'public',
  'GET /authenticate/confirm_email/:code': 'public',
  'POST /authenticate/confirm_email': 'public',
  'POST /sign_ups/:sign_up_id/approve': may('users.create', STAFF),
  'POST /sign_ups/:sign_up_id/refuse': may('users.create', STAFF),
  'GET /authenticate/setup/:token': 'public',
  'POST /authenticate/setup/:token': 'public',
  'GET /build': 'public',
  'GET /environment': 'public',
  'GET /environment/logo': 'public',
  'GET /live': 'session',
  'GET /search': 'session',
  'GET /scan/:kind': 'session',
  'POST /undo/:undo_id': 'session',
  'POST /data_import_logs': may('data_imports.create', STAFF),
  'GET /data_import_logs/template': may('data_imports.create', STAFF),
  'PATCH /data_import_logs/:import_id/keys': may('data_imports.create', STAFF),
  'PATCH /data_import_logs/:import_id': may('data_imports.create', STAFF),
  'POST /data_import_logs/:import_id/check': may('data_imports.create', STAFF),
  'POST /data_import_logs/:import_id/import': may('data_imports.create', STAFF),
  'POST /data_import_logs/:import_id/stop': may('data_imports.create', STAFF),
  'GET /data_import_logs/:import_id/refused': may('data_imports.create', STAFF),
  'POST /data_import_logs/:import_id/corrected': may('data_imports.create', STAFF),
  'POST /data_import_logs/:import_id/undo': may('data_imports.create', STAFF),
  'GET /users/current': 'session',
  'POST /authenticate/second_factor': 'public',
  'POST /authenticate/second_factor/passkey': 'public',
  'POST /authenticate/passkey/options': 'public',
  'POST /authenticate/passkey': 'public',
  'POST /authenticate/single_sign_on': 'public',
  'POST /authenticate/single_sign_on/finish': 'public',
  'PATCH /me/password': 'session',
  'GET /me/second_factor': 'session',
  'POST /me/second_factor/totp': 'session',
  'POST /me/second_factor/totp/confirm': 'session',
  'DELETE /me/second_factor/totp': 'session',
  'POST /me/second_factor/recovery_codes': 'session',
  'POST /me/passkeys/options': 'session',
  'POST /me/passkeys': 'session',
  'PATCH /me/passkeys/:passkey_id': 'session',
  'DELETE /me/passkeys/:passkey_id': 'session',
  'GET /users/:user_id/second_factor': may('users.read', STAFF),
  'DELETE /users/:user_id/second_factor': may('users.update', STAFF),
  'POST /authenticate/rfid': 'public',
  'POST /authenticate/qr': 'public',
  'GET /users/:user_id/badges': may('users.read', THE_14),
  'POST /users/:user_id/rfid': may('users.update', THE_14),
  'DELETE /users/:user_id/rfid': may('users.update', THE_14),
  'POST /users/:user_id/qr': may('users.update', THE_14),
  'DELETE /users/:user_id/qr': may('users.update', THE_14),
  'GET /languages': 'session',
  'GET /languages/:language': 'session',
  'GET /login_types': 'session',
  'GET /login_types/:login_type_id': 'session',
  'GET /modules': 'session',
  'GET /modules/:module': 'session',
  'GET /time_zones': 'session',
  'GET /time_zones/:time_zone': 'session',
  // Each part of it is shown to callers who may read it.
  'GET /timeline': 'session',
  'GET /saved_views': 'session',
  'POST /saved_views': 'session',
  'PATCH /saved_views/:saved_view_id': 'session',
  'PATCH /saved_views/:saved_view_id/default': 'session',
  'DELETE /saved_views/:saved_view_id': 'session',
  // The values of the forms' drop-down lists: every form needs them.
  'GET /options': 'session',
  'GET /me/channels': 'session',
  'POST /me/channels/:channel/test': 'session',
  'PUT /me/push_subscription': 'session',
  'DELETE /me/push_subscription': 'session',
  'GET /me/notifications': 'session',
  'POST /me/notifications': 'session',
  'PATCH /me/notifications/read_all': 'session',
  'PATCH /me/notifications/:notification_id': 'session',
  'PATCH /me/notifications/:notification_id/read': 'session',
  'PATCH /me/notifications/:notification_id/unread': 'session',
  'PATCH /me/notifications/:notification_id/dismiss': 'session',
  'DELETE /me/notifications/:notification_id': 'session',
  'POST /notifications/email': may('work_orders.create', STAFF),
  'POST /notifications/:notification_id/send': may('configuration.update', STAFF),
  'GET /me': 'session',
  'GET /me/dashboard_widgets': 'session',
  'PATCH /me/dashboard_layout': 'session',
  'GET /dashboard/today': may('shipment_planners.read', KEEPERS),
  'PATCH /me': 'session',
  'POST /me/unlock': 'session',
  'GET /me/api_keys': 'session',
  'POST /me/api_keys': 'session',
  'DELETE /me/api_keys/:api_key_id': 'session',
  'POST /api_keys/:api_key_id/revoke': may('users.update', THE_14),
  'POST /webhooks/:webhook_id/secret': may('users.update', THE_14),
  'POST /webhooks/:webhook_id/test': may('users.update', THE_14),
  'POST /webhook_deliveries/:webhook_delivery_id/replay': may('users.update', THE_14),
  'GET /me/calendar': 'session',
  'POST /me/calendar': 'session',
  'DELETE /me/calendar': 'session',
  // Access by its secret address; the account behind it must be able to read shipments.
  'GET /calendar/:token': 'public',
  'GET /me/active_sessions': 'session',
  'DELETE /me/active_sessions': 'session',
  'DELETE /me/active_sessions/:session_id': 'session',
  'GET /currencies/marks': 'session',
  'PUT /tank_products/:product_id/own_name': may('tank_products.read', [
    'customer',
    'csr',
    'dispenser_mgr',
    'distributor',
    'd_acct_mgr',
  ]),
  'POST /tank_types/preview': 'session',
  'POST /uplink': 'device',
  'POST /intake/:token': 'device',
  'PATCH /connections/:connection_id/address': may('devices.update', STAFF),
  'GET /connections/:connection_id/devices': may('devices.read', STAFF),
  'POST /connections/:connection_id/devices': may('devices.update', STAFF),
  'GET /connections/:connection_id/unread': may('devices.read', STAFF),
  'POST /connections/:connection_id/read_again': may('devices.update', STAFF),
  'POST /connections/try': may('devices.update', STAFF),
  'GET /exchange_rates/refresh_rates': may('configuration.update', THE_12),
  'POST /bank_accounts/:account_id/reveal': may('bank_accounts.update', NOT_DISTRIBUTORS),
  'GET /alerts/:alert_id/events': may('devices.read', ALL),
  'GET /alerts/:alert_id/notices': may('devices.read', ALL),
  'GET /alerts/:alert_id/evidence': may('devices.read', ALL),
  'GET /devices/:device_id/alert_readers': may('devices.read', ALL),
  'GET /devices/:device_id/possible_alert_readers': may('devices.read', ALL),
  // For people other than the caller it also requires devices.update.
  'PUT /devices/:device_id/alert_readers/:people_id': may('devices.read', ALL),
  'DELETE /devices/:device_id/alert_readers/:people_id': may('devices.read', ALL),
  'GET /devices/:device_id/alert_rules': may('devices.read', ALL),
  'POST /alert_rules/dry_run': may('devices.read', ALL),
  'POST /alerts/:alert_id/acknowledge': may('devices.update', ALL),
  'POST /alerts/:alert_id/snooze': may('devices.update', ALL),
  'POST /alerts/bulk_acknowledge': may('devices.update', ALL),
  'POST /alerts/bulk_snooze': may('devices.update', ALL),
  'GET /devices/fleet_status': may('devices.read', ALL),
  'GET /devices/needing_someone': may('devices.read', ALL),
  'GET /devices/usage': may('devices.read', ALL),
  'GET /devices/monthly_usage': may('devices.read', ALL),
  'GET /devices/deliveries': may('devices.read', ALL),
  'GET /devices/battery_health': may('devices.read', ALL),
  'GET /devices/gps_coords': may('devices.read', ALL),
  'GET /devices/readings': may('devices.read', ALL),
  'GET /devices/:device_id/port_history_graph/:port_number': may('devices.read', ALL),
  'GET /devices/:device_id/ports/:device_ports_id/recomputations': may('devices.read', ALL),
  'GET /devices/:device_id/ports/:device_ports_id/levels': may('devices.read', ALL),
  'GET /devices/:device_id/ports/:device_ports_id/changes': may('devices.read', ALL),
  'POST /devices/:device_id/ports/:device_ports_id/changes/:tank_change_id': may('devices.update', ALL),
  'POST /devices/:device_id/ports/:device_ports_id/deliveries': may('devices.update', ALL),
  'DELETE /devices/:device_id/ports/:device_ports_id/told_changes/:told_change_id': may(
    'devices.update',
    ALL,
  ),
  'POST /devices/:device_id/ports/:device_ports_id/levels': may('devices.update', ALL),
  'DELETE /devices/:device_id/ports/:device_ports_id/levels/:entered_level_id': may('devices.update', ALL),
  'GET /sensor_types/:id/recomputations': may('devices.read', ALL),
  'POST /sensor_types/:id/recompute': may('devices.update', ALL),
  'GET /tank_products/:id/recomputations': may('devices.read', ALL),
  'POST /tank_products/:id/recompute': may('devices.update', ALL),
  'GET /tank_types/:id/recomputations': may('devices.read', ALL),
  'POST /tank_types/:id/recompute': may('devices.update', ALL),
  'POST /devices/:device_id/ports/:device_ports_id/recompute': may('devices.update', ALL),
  'GET /devices/:device_id/port_usage/:port_number': may('devices.read', ALL),
  'GET /devices/:device_id/volume_margin/:port_number': may('devices.read', ALL),
  'GET /devices/forecast_accuracy': may('devices.read', ALL),
  'GET /devices/:device_id/forecast_accuracy/:port_number': may('devices.read', ALL),
  'GET /devices/:device_id/battery_graph': may('devices.read', ALL),
  'GET /devices/:device_id/signal_strength_graph': may('devices.read', ALL),
  'GET /devices/:device_id/temperature_graph': may('devices.read', ALL),
  'GET /devices/:device_id/lt14_log': may('devices.read', STAFF),
  'POST /devices/bulk': may('devices.create', ALL),
  // A new customer or site also requires companies.create.
  'POST /places': may('devices.create', ALL),
  'PATCH /devices/:device_id/move': may('devices.update', STAFF),
  'PATCH /devices/:device_id/reprovision': may('devices.update', STAFF),
  'GET /devices/:device_id/commands': may('devices.read', ALL),
  'POST /devices/:device_id/commands': may('devices.update', ALL),
  'GET /devices/:device_id/users': may('devices.read', ALL),
  'POST /devices/:device_id/tags': may('tags.update', THE_14),
  'POST /devices/:device_id/attach_tags/:tag_id': may('tags.update', THE_14),
  'DELETE /devices/:device_id/tags/:tag_id': may('tags.update', THE_14),
  'GET /devices/:device_id/ports': may('devices.read', ALL),
  'POST /devices/:device_id/ports': may('devices.update', ALL),
  'PATCH /devices/:device_id/ports/:device_ports_id': may('devices.update', ALL),
  'DELETE /devices/:device_id/ports/:port_number': may('devices.update', ALL),
  'POST /companies/:company_id/users': may('users.update', THE_14),
  'DELETE /companies/:company_id/users/:user_id': may('users.update', THE_14),
  'PUT /help/:help_article_id/translations/:language': may('help_articles.update', ALL),
  'POST /help/:help_article_id/vote': 'session',
  'GET /transaction_documents/defaults': may('transaction_documents.read', DOCUMENT_READERS),
  'GET /transaction_documents/taxes': may('transaction_documents.read', DOCUMENT_READERS),
  'GET /transaction_documents/price': may('transaction_documents.read', DOCUMENT_READERS),
  'POST /shipment_planner/:shipment_id/order_delivered': may('transaction_documents.create', [
    ...STAFF,
    'csr',
    'dispatcher',
    'dispenser_mgr',
    'd_acct_mgr',
    'distributor',
  ]),
  'POST /transaction_documents/:document_id/status': may('transaction_documents.update', DOCUMENT_READERS),
  'POST /transaction_documents/:document_id/reject': may('transaction_documents.update', DOCUMENT_READERS),
  'POST /transaction_documents/:document_id/convert': may('transaction_documents.update', DOCUMENT_READERS),
  'POST /transaction_documents/:document_id/close_short': may(
    'transaction_documents.update',
    DOCUMENT_READERS,
  ),
  'POST /transaction_documents/:document_id/payments/:payment_id/reverse': may(
    'transaction_documents.update',
    DOCUMENT_READERS,
  ),
  'GET /transaction_documents/:document_id/credit': may('transaction_documents.read', DOCUMENT_READERS),
  'POST /transaction_documents/:document_id/credit': may('transaction_documents.update', DOCUMENT_READERS),
  'GET /transaction_documents/:document_id/payments': may('transaction_documents.read', DOCUMENT_READERS),
  'POST /transaction_documents/:document_id/payments': may('transaction_documents.update', DOCUMENT_READERS),
  'GET /companies/:company_id/owed': may('transaction_documents.read', DOCUMENT_READERS),
  'GET /transaction_documents/:document_id/taxes': may('transaction_documents.read', DOCUMENT_READERS),
  'GET /tax_return': may('transaction_documents.read', KEEPERS),
  'GET /reports/:report': may('transaction_documents.read', KEEPERS),
  'GET /reports/:report/export': may('transaction_documents.read', KEEPERS),
  'GET /reports/:report/print': may('transaction_documents.read', KEEPERS),
  'GET /prices/explain': may('transaction_documents.read', KEEPERS),
  'GET /prices/lines/:document_detail_id': may('transaction_documents.read', KEEPERS),
  'GET /prices/customers/:company_id': may('transaction_documents.read', KEEPERS),
  'GET /prices/today': may('transaction_documents.read', KEEPERS),
  'POST /prices/posted': may('transaction_documents.create', KEEPERS),
  'GET /companies/:company_id/account': may('transaction_documents.read', DOCUMENT_READERS),
  'GET /companies/:company_id/statement': may('transaction_documents.read', DOCUMENT_READERS),
  'GET /companies/:company_id/statement/print': may('transaction_documents.read', DOCUMENT_READERS),
  'GET /companies/:company_id/credit_standing': may('transaction_documents.read', [
    ...STAFF,
    'csr',
    'dispatcher',
    'dispenser_mgr',
    'd_acct_mgr',
    'distributor',
  ]),
  'GET /receivables': may('transaction_documents.read', [
    ...STAFF,
    'csr',
    'dispatcher',
    'dispenser_mgr',
    'd_acct_mgr',
    'distributor',
  ]),
  'POST /companies/:company_id/payments': may('transaction_documents.update', DOCUMENT_READERS),
  'POST /statements/mail': may('transaction_documents.update', DOCUMENT_READERS),
  'POST /customer_payments/:payment_id/allocate': may('transaction_documents.update', DOCUMENT_READERS),
  'POST /customer_payments/:payment_id/reverse': may('transaction_documents.update', DOCUMENT_READERS),
  'POST /customer_payments/:payment_id/give_back': may('transaction_documents.update', DOCUMENT_READERS),
  'POST /customer_refunds/:refund_id/reverse': may('transaction_documents.update', DOCUMENT_READERS),
  'POST /transaction_documents/:document_id/allocate': may('transaction_documents.update', DOCUMENT_READERS),
  'POST /transaction_documents/:document_id/give_back': may('transaction_documents.update', DOCUMENT_READERS),
  'GET /journal': may('transaction_documents.read', KEEPERS),
  'GET /transaction_documents/:document_id/journal': may('transaction_documents.read', KEEPERS),
  'POST /journal/close': may('transaction_documents.update', KEEPERS),
  'POST /journal/reopen': may('transaction_documents.delete', KEEPERS),
  'POST /journal/export': may('transaction_documents.update', KEEPERS),
  'GET /journal/batches/:batch_id/file': may('transaction_documents.read', KEEPERS),
  'GET /billing/unbilled': may('transaction_documents.update', DOCUMENT_READERS),
  'POST /billing/runs': may('transaction_documents.update', DOCUMENT_READERS),
  'GET /billing/runs/:billing_run_id/progress': may('transaction_documents.update', DOCUMENT_READERS),
  'POST /billing/runs/:billing_run_id/undo': may('transaction_documents.update', DOCUMENT_READERS),
  'GET /door_money': may('transaction_documents.read', DOCUMENT_READERS),
  'POST /door_money/settle': may('transaction_documents.update', DOCUMENT_READERS),
  'GET /transaction_documents/:document_id/linked_documents': may(
    'transaction_documents.read',
    DOCUMENT_READERS,
  ),
  'POST /delivery_checks/:delivery_check_id/explain': may('shipment_planners.update', CHECKERS),
  'POST /delivery_checks/:delivery_check_id/correct': may('shipment_planners.update', CHECKERS),
  'POST /meter_findings/:meter_finding_id/close': may('shipment_planners.update', CHECKERS),
  // Planners and drivers; customers never see the truck's papers.
  'GET /shipment_planner/:shipment_id/on_truck': may('shipment_planners.read', [...CHECKERS, 'driver']),
  'GET /shipment_planner/:shipment_id/shipping_paper': may('shipment_planners.read', [...CHECKERS, 'driver']),
  'POST /shipment_planner/:shipment_id/lifts': may('shipment_planners.update', [...CHECKERS, 'driver']),
  'POST /lift_tickets/:lift_ticket_id/correct': may('shipment_planners.update', [...CHECKERS, 'driver']),
  'POST /shipment_planner/:shipment_id/ends': may('shipment_planners.update', CHECKERS),
  'POST /tanker_trucks/:truck_id/cleanings': may('shipment_planners.update', CHECKERS),
  'GET /tanker_trucks/:truck_id/on_truck': may('tanker_trucks.read', KEEPERS),
  'GET /shipment_planner/load_choices': may('shipment_planners.read', THE_14),
  'GET /dispatch/needs': may('shipment_planners.read', PLANNERS),
  'GET /dispatch/rounds': may('shipment_planners.read', PLANNERS),
  'GET /dispatch/rounds/:shipment_id/route': may('shipment_planners.read', PLANNERS),
  'GET /dispatch/proposal': may('shipment_planners.read', PLANNERS),
  'POST /dispatch/proposal': may('shipment_planners.create', PLANNERS),
  'PATCH /dispatch/proposal': may('shipment_planners.create', PLANNERS),
  'POST /dispatch/proposal/accept': may('shipment_planners.create', PLANNERS),
  'POST /dispatch/plan': may('shipment_planners.create', PLANNERS),
  'POST /dispatch/move': may('shipment_planners.create', PLANNERS),
  'POST /dispatch/take_off': may('shipment_planners.update', PLANNERS),
  'POST /dispatch/reorder': may('shipment_planners.update', PLANNERS),
  'POST /dispatch/arrange': may('shipment_planners.update', PLANNERS),
  'GET /shipment_planner/last_products': may('shipment_planners.read', THE_14),
  'GET /deliveries': may('shipment_planners.read', THE_14),
  'GET /deliveries/coming': may('shipment_planners.read', THE_14),
  'GET /driver/day': may('shipment_planners.read', THE_14),
  'POST /driver/events': may('shipment_planners.update', THE_14),
  'POST /driver/events/:event_id/resolve': may('shipment_planners.update', THE_14),
  'POST /driver/ticket_blocks': may('shipment_planners.update', THE_14),
  'GET /delivery_tickets': may('shipment_planners.read', THE_14),
  'GET /delivery_tickets/:ticket_id/print': may('shipment_planners.read', THE_14),
  'POST /driver/position': may('shipment_planners.update', THE_14),
  'GET /dispatch/trucks_on_the_road': may('shipment_planners.read', PLANNERS),
  'POST /driver/gate_codes': may('shipment_planners.update', THE_14),
  'PUT /driver/pictures/:picture_id': may('shipment_planners.update', THE_14),
  'POST /shipment_planner/:owner_id|:shipment_id/propose_route': may('shipment_planners.update', THE_14),
  'POST /shipment_planner/propose_loading': may('shipment_planners.update', THE_14),
  'POST /shipment_planner/:owner_id|:shipment_id/status': may('shipment_planners.update', THE_14),
  'POST /shipment_planner/:owner_id|:shipment_id/finalize': may('shipment_planners.update', THE_14),
  'PUT /shipment_planner/:owner_id|:shipment_id/stops': may('shipment_planners.update', THE_14),
  'POST /shipment_planner/:owner_id|:shipment_id/sign': may('shipment_planners.update', THE_14),
  'GET /shipment_planner/:owner_id|:shipment_id/linked_documents': may('shipment_planners.read', THE_14),
  'POST /work_orders/:id/status': may('work_orders.update', KEEPERS),
  'GET /work_orders/:id/linked_documents': may('work_orders.read', KEEPERS),
  'GET /user_defined_fields/known': 'session',
  'GET /generate/frontend': 'session',
  'GET /sql/sync': may('developer_tools.update', STAFF),
  'GET /sql/tables/:table_id/fields_with_raltionships': may('configuration.read', STAFF),
  'GET /system_health': may('configuration.read', STAFF),
  'GET /settings': may('configuration.read', STAFF),
  'PATCH /settings': may('configuration.update', STAFF),
  'GET /settings/:setting_key': may('configuration.read', STAFF),
  'POST /settings/logo': may('configuration.update', STAFF),
  'DELETE /settings/logo': may('configuration.update', STAFF),
  'PATCH /settings/:setting_key': may('configuration.update', STAFF),
}

/** The modules that a login type can use at all; it never gets permissions of the others. */
export function usableBy(type: Type): ReadonlySet<string> {
  return new Set(
    Object.values(KINDS)
      .filter(({ types }) => types.includes(type))
      .map(({ module }) => module),
  )
}

const allOf = (type: Type): string[] => [
  ...Object.entries(TEMPLATES[type]).flatMap(([module, letters]) =>
    Object.entries(LETTER).flatMap(([action, letter]) =>
      letters.includes(letter) ? [`${module}.${action}`] : [],
    ),
  ),
  ...(IMPERSONATORS.includes(type) ? ['users.impersonate'] : []),
  ...(OVERRULERS.includes(type) ? ['shipment_planners.overrule'] : []),
]

/**
 * Whether a login type may change another's rights: by its permission, within its reach, and not if the other has more rights.
 * @param companyOf where the accounts of the tests are.
 */
export function mayChangeRightsOf(type: Type, other: Type, companyOf: (type: Type) => number): boolean {
  const isStaff = (one: Type) => (STAFF as readonly Type[]).includes(one)
  if (!(THE_14 as readonly Type[]).includes(type) || !holds(type, 'users.update')) return false
  const isDistributor = type === 'distributor' || type === 'd_acct_mgr'
  // The tests' customers belong to the distributor; its own company is out of their reach.
  const isWithinReach =
    isStaff(type) ||
    companyOf(type) === companyOf(other) ||
    (isDistributor && companyOf(other) === companyOf('customer'))
  if (!isWithinReach || (isStaff(other) && !isStaff(type))) return false
  if (other === 'developer' && type !== 'developer' && type !== 'administrator') return false
  // By default distributors have no back office.
  const isOpen = (module: string) =>
    usableBy(type).has(module) && !(isDistributor && (BACK_OFFICE as readonly string[]).includes(module))
  const counted = (permission: string) => isStaff(type) || isOpen(permission.split('.')[0]!)
  return allOf(other).every((permission) => allOf(type).includes(permission) || !counted(permission))
}

/** Routes outside the API. */
export const ROUTES_OUTSIDE_API: readonly string[] = [
  'GET /api/openapi.json',
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  'GET *',
]

/** The actions of the standard calls by the rest of the path after the kind's, `:` for the id. */
const STANDARD: Record<string, string> = {
  'GET ': 'read',
  'GET /print': 'read',
  'GET /export': 'read',
  'GET /:': 'read',
  'GET /:/history': 'read',
  'GET /:/history/:': 'read',
  'POST ': 'create',
  'PATCH /:': 'update',
  'DELETE /:': 'delete',
  'PATCH /bulk': 'update',
  'POST /bulk_delete': 'delete',
  'PATCH /reorder': 'update',
}

/** A call without the names of its parameters: the router gives two calls at one position one name. */
export const nameless = (call: string): string => call.replace(/:[\w|:]+/g, ':')

const BY_SHAPE = new Map(Object.entries(CALLS).map(([call, fact]) => [nameless(call), fact]))

/** The fact about a call; undefined if this file has none. */
export function factOf(method: string, path: string): Fact | undefined {
  const own = BY_SHAPE.get(nameless(`${method} ${path}`))
  if (own) return own
  const bases = [...Object.keys(KINDS), ...OBJECT_SCOPED_KINDS]
  const base = bases.find((item) => path === item || path.startsWith(`${item}/`)) ?? path
  const found = KINDS[base]
  const action = STANDARD[`${method} ${nameless(path.slice(base.length))}`]
  if (action && OBJECT_SCOPED_KINDS.includes(base)) return 'session'
  const module = action === 'read' ? found?.module : found?.write
  return found && action ? may(`${module}.${action}`, found.types) : undefined
}

/** How to fix a call that the matrix does not know. */
export function unknownCall(method: string, path: string): string {
  return `${method} ${path} is not in the permission matrix, so its permission is undefined.
Add ONE line to server/app/testing/accessFacts.ts:
  a call of its own     CALLS:  '${method} ${path}': may('module.action', ALL | THE_14 | THE_12 | STAFF …), or 'session', 'public', 'device'
  a new kind of record  KINDS:  '/${path.split('/')[1]}': kind('module', LOGIN TYPES, 'company' | 'companies' | 'all')`
}
