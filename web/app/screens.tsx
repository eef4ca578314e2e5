// Longer than others on purpose: every address of the product stands in this one table, with what it needs.
import { type ComponentType, lazy } from 'react'
import { matchPath, Navigate, useParams } from 'react-router'
import { active_sessions } from '#core/domains/access/active_sessions.ts'
import { audit_entries } from '#core/domains/access/audit_entries.ts'
import { login_attempts } from '#core/domains/access/login_attempts.ts'
import { permission_templates } from '#core/domains/access/permission_templates.ts'
import { permissions } from '#core/domains/access/permissions.ts'
import { sign_ups } from '#core/domains/access/sign_ups.ts'
import { users } from '#core/domains/access/users.ts'
import { customers } from '#core/domains/companies/customers.ts'
import { distributors } from '#core/domains/companies/distributors.ts'
import { manufacturers } from '#core/domains/companies/manufacturers.ts'
import { shipping_carriers } from '#core/domains/companies/shipping_carriers.ts'
import { vendors } from '#core/domains/companies/vendors.ts'
import { device_types } from '#core/domains/devices/device_types.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { firmware_versions } from '#core/domains/devices/firmware_versions.ts'
import { mobile_providers } from '#core/domains/devices/mobile_providers.ts'
import { sensor_types } from '#core/domains/devices/sensor_types.ts'
import { tags } from '#core/domains/devices/tags.ts'
import { bank_accounts } from '#core/domains/finance/bank_accounts.ts'
import { chart_of_accounts } from '#core/domains/finance/chart_of_accounts.ts'
import { currencies } from '#core/domains/finance/currencies.ts'
import { exchange_rates } from '#core/domains/finance/exchange_rates.ts'
import { payment_terms } from '#core/domains/finance/payment_terms.ts'
import { help_articles } from '#core/domains/help/help_articles.ts'
import { mails } from '#core/domains/mail/mails.ts'
import { notifications } from '#core/domains/notifications/notifications.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { departments } from '#core/domains/people/departments.ts'
import { people } from '#core/domains/people/people.ts'
import { dashboard_widgets } from '#core/domains/settings/dashboard_widgets.ts'
import { options } from '#core/domains/settings/options.ts'
import { options_categories } from '#core/domains/settings/options_categories.ts'
import { questions } from '#core/domains/settings/questions.ts'
import { units_of_measure } from '#core/domains/settings/units_of_measure.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { tanker_trucks } from '#core/domains/shipments/tanker_trucks.ts'
import { subscriptions } from '#core/domains/subscriptions/subscriptions.ts'
import { tank_manufacturers } from '#core/domains/tanks/tank_manufacturers.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { tank_specs } from '#core/domains/tanks/tank_specs.ts'
import { tank_types } from '#core/domains/tanks/tank_types.ts'
import { data_import_logs } from '#core/domains/tools/data_import_logs.ts'
import { forms } from '#core/domains/tools/forms.ts'
import { sql_fields } from '#core/domains/tools/sql_fields.ts'
import { sql_relationships } from '#core/domains/tools/sql_relationships.ts'
import { sql_tables } from '#core/domains/tools/sql_tables.ts'
import { user_defined_fields } from '#core/domains/tools/user_defined_fields.ts'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import { ALL_LOGIN_TYPES, type LoginType, STAFF } from '#core/platform/loginTypes.ts'
import type { Permission } from '#core/platform/modules.ts'
import { permissionFor, type Resource } from '#core/resources/definition.ts'
import { recordAddressIn } from './recordAddressIn.ts'

export interface Screen {
  path: string
  /** A kind of record with standard screens: the list at `path`, one record at `single`. */
  resource?: Resource
  single?: string
  /** A screen of its own; for a kind of record: of one record. */
  component?: ComponentType
  /** The kind of record whose one record a screen of its own shows, at the `:id?` of its path. */
  shows?: Resource
  /** Reached from another screen: no menu shows it. */
  isWithin?: true
  permission?: Permission
  /** What lies behind its address asks for this one too. */
  alsoNeeds?: Permission
  /** The parts of a record, by their names in its address, that ask for one more. */
  tabNeeds?: Readonly<Record<string, Permission>>
  loginTypes: readonly LoginType[]
}

/** What brings the code of a screen of its own; the one at hand is fetched before it is shown. */
const LOADERS = new Map<ComponentType, () => Promise<unknown>>()

function fetched(load: () => Promise<{ default: ComponentType }>): ComponentType {
  const component = lazy(load)
  LOADERS.set(component, load)
  return component
}

const dashboard = fetched(() =>
  import('./dashboard/DashboardScreen.tsx').then((m) => ({ default: m.DashboardScreen })),
)
const auditEntry = fetched(() =>
  import('#web/domains/access/AuditEntryScreen.tsx').then((m) => ({ default: m.AuditEntryScreen })),
)
const permissionTemplate = fetched(() =>
  import('#web/domains/access/PermissionTemplateScreen.tsx').then((m) => ({
    default: m.PermissionTemplateScreen,
  })),
)
const permissionExplainer = fetched(() =>
  import('#web/domains/access/PermissionExplainerScreen.tsx').then((m) => ({
    default: m.PermissionExplainerScreen,
  })),
)
const alertList = fetched(() =>
  import('#web/domains/alerts/AlertListScreen.tsx').then((m) => ({ default: m.AlertListScreen })),
)
const deviceList = fetched(() =>
  import('#web/domains/devices/DeviceListScreen.tsx').then((m) => ({ default: m.DeviceListScreen })),
)
const deviceProfile = fetched(() =>
  import('#web/domains/devices/DeviceProfileScreen.tsx').then((m) => ({ default: m.DeviceProfileScreen })),
)
const deviceMonitor = fetched(() =>
  import('#web/domains/devices/DeviceMonitorScreen.tsx').then((m) => ({ default: m.DeviceMonitorScreen })),
)
const importScreen = fetched(() =>
  import('#web/domains/tools/ImportScreen.tsx').then((m) => ({ default: m.ImportScreen })),
)
const tankType = fetched(() =>
  import('#web/domains/tanks/TankTypeScreen.tsx').then((m) => ({ default: m.TankTypeScreen })),
)
const optionScreen = fetched(() => import('./OptionScreen.tsx').then((m) => ({ default: m.OptionScreen })))
const languages = fetched(() =>
  import('#web/domains/settings/LanguagesScreen.tsx').then((m) => ({ default: m.LanguagesScreen })),
)
const settingsScreen = fetched(() =>
  import('#web/domains/settings/SettingsScreen.tsx').then((m) => ({ default: m.SettingsScreen })),
)
const myNotifications = fetched(() =>
  import('#web/domains/notifications/MyNotificationsScreen.tsx').then((m) => ({
    default: m.MyNotificationsScreen,
  })),
)
const techHelp = fetched(() =>
  import('#web/domains/help/TechHelpScreen.tsx').then((m) => ({ default: m.TechHelpScreen })),
)
const translateHelp = fetched(() =>
  import('#web/domains/help/TranslateScreen.tsx').then((m) => ({ default: m.TranslateScreen })),
)
const userScreen = fetched(() => import('./UserScreen.tsx').then((m) => ({ default: m.UserScreen })))
const organisations = fetched(() =>
  import('#web/domains/access/OrganisationsScreen.tsx').then((m) => ({ default: m.OrganisationsScreen })),
)
const preferences = fetched(() => import('./ProfileScreen.tsx').then((m) => ({ default: m.ProfileScreen })))

const formList = fetched(() =>
  import('#web/domains/tools/FormListScreen.tsx').then((m) => ({ default: m.FormListScreen })),
)
const fillForm = fetched(() =>
  import('#web/domains/tools/FillFormScreen.tsx').then((m) => ({ default: m.FillFormScreen })),
)

/** The specification's own address of a form. */
function FormById() {
  return <Navigate to={`/configuration/form/${useParams().id}`} replace />
}

/** The specification's own address of a table. */
function TableById() {
  return <Navigate to={`/configuration/sql_table/${useParams().id}`} replace />
}

/** The specification's own address of a new article. */
function addHelp() {
  return <Navigate to="/configuration/help_article" replace />
}

/** A list, and one record below it: permission and login types are the definition's own. */
function standard(
  resource: Resource,
  path: string,
  single: string,
  own: Pick<Screen, 'component' | 'permission' | 'alsoNeeds' | 'tabNeeds'> = {},
): Screen {
  return {
    path,
    resource,
    single,
    permission: permissionFor(resource, 'read'),
    ...own,
    loginTypes: resource.loginTypes,
  }
}

/** Help is open to whoever is signed in; what can be written there the server decides. */
const ofHelp = { loginTypes: ALL_LOGIN_TYPES } as const
/** Part of the configuration, and of the rights, which fewer people read. */
const ofRights = { permission: 'configuration.read', alsoNeeds: 'permissions.read' } as const
const ofDevices = { permission: 'devices.read', loginTypes: devices.loginTypes } as const

/**
 * The specification's route table as data: what an address shows, and to whom. How the list or the screen of a kind of
 * record differs from the standard stands in `kinds.ts`, which is fetched with the first of them.
 */
export const screens: readonly Screen[] = [
  { path: '/dashboard', component: dashboard, loginTypes: ALL_LOGIN_TYPES },
  { path: '/alerts', component: alertList, ...ofDevices },
  { path: '/devices', component: deviceList, ...ofDevices },
  { path: '/devices/profile/:id?', component: deviceProfile, shows: devices, ...ofDevices },
  { path: '/devices/monitor/:id', component: deviceMonitor, permission: 'devices.read', loginTypes: STAFF },
  { path: '/me/notifications/:id?', component: myNotifications, loginTypes: ALL_LOGIN_TYPES },
  { path: '/users/my_profile', component: preferences, loginTypes: ALL_LOGIN_TYPES },
  { path: '/users/my_organizations', component: organisations, loginTypes: ALL_LOGIN_TYPES },
  standard(customers, '/customers', '/customers/profile/:id?/:tab?'),
  standard(tags, '/tags', '/tag/:id?'),
  standard(people, '/people', '/people/profile/:id?/:tab?'),
  standard(tank_products, '/tank_products', '/tank_product/:id?'),
  standard(transaction_documents, '/orders', '/order/:id?'),
  standard(shipment_planners, '/shipment_planners', '/shipment_planners/:id?/:tab?', {
    tabNeeds: { finalize: 'shipment_planners.update', sign: 'shipment_planners.update' },
  }),
  standard(work_orders, '/work_orders', '/work_order/:id?'),
  standard(subscriptions, '/subscriptions', '/subscription/:id?'),
  standard(tanker_trucks, '/tanker_trucks', '/tanker_truck/:id?'),
  standard(payment_terms, '/payment_terms', '/payment_term/:id?'),
  standard(currencies, '/currencies', '/currency/:id?'),
  standard(exchange_rates, '/exchange_rates', '/exchange_rate/:id?'),
  // Shows what stands in this table, so its screen is named where the table is read.
  { path: '/configuration', permission: 'configuration.read', loginTypes: STAFF },
  // Begins at one of its groups, counted from 1.
  { path: '/configuration/:id', permission: 'configuration.read', loginTypes: STAFF, isWithin: true },
  standard(departments, '/configuration/departments', '/configuration/department/:id?'),
  standard(bank_accounts, '/configuration/bank_accounts', '/configuration/bank_account/:id?'),
  standard(chart_of_accounts, '/configuration/chart_of_accounts', '/configuration/chart_of_account/:id?'),
  standard(vendors, '/configuration/vendors', '/configuration/vendor/:id?'),
  standard(manufacturers, '/configuration/manufacturers', '/configuration/manufacturer/:id?'),
  standard(
    shipping_carriers,
    '/configuration/shipping_carriers',
    '/configuration/shipping_carrier/:id?/:tab?',
  ),
  standard(distributors, '/configuration/distributors', '/configuration/distributor/:id?'),
  standard(tank_types, '/configuration/tank_types', '/configuration/tank_type/:id?', { component: tankType }),
  standard(sensor_types, '/configuration/sensor_types', '/configuration/sensor_type/:id?'),
  standard(firmware_versions, '/configuration/firmware', '/configuration/firmware_version/:id?'),
  standard(tank_manufacturers, '/configuration/tank_manufacturers', '/configuration/tank_manufacturer/:id?'),
  standard(
    tank_specs,
    '/configuration/tank_manufacturers_specs',
    '/configuration/tank_manufacturers_spec/:id?',
  ),
  standard(device_types, '/configuration/device_types', '/configuration/device_type/:id?'),
  standard(mobile_providers, '/configuration/mobile_providers', '/configuration/mobile_provider/:id?'),
  standard(options_categories, '/configuration/options', '/configuration/options/:id?'),
  {
    path: '/configuration/option/:id?',
    component: optionScreen,
    shows: options,
    permission: 'configuration.read',
    loginTypes: options.loginTypes,
  },
  standard(dashboard_widgets, '/dashboard_widgets', '/dashboard_widget/:id?'),
  standard(questions, '/configuration/questions', '/configuration/question/:id?'),
  {
    path: '/configuration/languages',
    component: languages,
    permission: 'configuration.read',
    loginTypes: STAFF,
  },
  standard(units_of_measure, '/configuration/units_of_measure', '/configuration/unit_of_measure/:id?'),
  standard(active_sessions, '/configuration/active_sessions', '/configuration/active_session/:id?'),
  standard(notifications, '/configuration/notifications', '/configuration/notification/:id?'),
  standard(mails, '/configuration/notify', '/configuration/notify/:id?'),
  standard(sign_ups, '/configuration/sign_ups', '/configuration/sign_up/:id?'),
  standard(login_attempts, '/configuration/login_attempts', '/configuration/login_attempt/:id?'),
  standard(
    permission_templates,
    '/configuration/permission_templates',
    '/configuration/permission_templates/:id?',
    { ...ofRights, component: permissionTemplate },
  ),
  standard(permissions, '/configuration/permissions', '/configuration/permission/:id?', ofRights),
  {
    path: '/configuration/permission_explainer',
    component: permissionExplainer,
    permission: 'permissions.read',
    loginTypes: STAFF,
  },
  standard(audit_entries, '/configuration/audit', '/configuration/audit_entry/:id?', {
    component: auditEntry,
  }),
  {
    path: '/configuration/configure_environment',
    component: settingsScreen,
    permission: 'configuration.read',
    loginTypes: STAFF,
  },
  {
    path: '/configuration/help_articles',
    resource: help_articles,
    single: '/configuration/help_article/:id?',
    ...ofHelp,
  },
  { path: '/configuration/help_articles/add', component: addHelp, isWithin: true, ...ofHelp },
  {
    path: '/configuration/help_articles/translate/:id?',
    component: translateHelp,
    isWithin: true,
    ...ofHelp,
  },
  { path: '/techhelp', component: techHelp, loginTypes: ALL_LOGIN_TYPES },
  standard(data_import_logs, '/configuration/data_import_logs', '/configuration/data_import_log/:id?', {
    component: importScreen,
    permission: 'configuration.read',
  }),
  standard(forms, '/configuration/form_builder', '/configuration/form/:id?'),
  {
    path: '/configuration/form_builder/:id',
    component: FormById,
    isWithin: true,
    permission: 'configuration.read',
    loginTypes: forms.loginTypes,
  },
  { path: '/forms', component: formList, isWithin: true, loginTypes: ALL_LOGIN_TYPES },
  { path: '/forms/:id', component: fillForm, isWithin: true, loginTypes: ALL_LOGIN_TYPES },
  standard(sql_tables, '/configuration/mysql', '/configuration/sql_table/:id?'),
  {
    path: '/configuration/mysql/:id',
    component: TableById,
    isWithin: true,
    permission: 'configuration.read',
    loginTypes: sql_tables.loginTypes,
  },
  standard(sql_fields, '/configuration/sql_fields', '/configuration/sql_field/:id?'),
  standard(sql_relationships, '/configuration/sql_relationships', '/configuration/sql_relationship/:id?'),
  standard(
    user_defined_fields,
    '/configuration/user_defined_fields',
    '/configuration/user_defined_field/:id?',
  ),
  standard(users, '/users', '/user/:id?', { component: userScreen }),
]

/** Fetches the code of the screen at an address while what stands around it is still being made. */
export async function fetchScreen(pathname: string): Promise<void> {
  const screen = screenAt(pathname)
  const load = screen?.component && LOADERS.get(screen.component)
  const isOwn = screen?.component && !(screen.single && matchPath(screen.path, pathname))
  if (isOwn && load) await load()
  else if (screen?.resource) await import('./StandardScreen.tsx')
}

function screenAt(pathname: string): Screen | undefined {
  return screens.find(
    ({ path, single }) => matchPath(path, pathname) || (single && matchPath(single, pathname)),
  )
}

/** The screen that shows one record of a kind, and its address; undefined for a kind without one. */
export function recordScreen(name: string, id?: number): { screen: Screen; address: string } | undefined {
  const screen = screens.find(({ resource, shows }) => (resource ?? shows)?.name === name)
  const path = screen?.single ?? (screen?.shows && screen.path)
  if (!screen || !path) return undefined
  return { screen, address: recordAddressIn(path, id, screen.path) }
}

/** The key of a screen's title: of a kind of record, its own name. */
export function titleKeyOf({ resource, shows, path }: Screen): string {
  const kind = resource ?? shows
  return kind ? `records.${kind.name}.label` : `screens.${path.slice(1)}`
}

/** What the help of an address is about. */
export function helpModuleOf(pathname: string): string {
  const screen = screenAt(pathname)
  if (screen?.path === '/dashboard' || screen?.path === '/alerts') return screen.path.slice(1)
  return screen?.permission?.split('.')[0] ?? 'general'
}
