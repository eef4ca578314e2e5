import {
  IconAdjustments,
  IconAlertTriangle,
  IconAntenna,
  IconArrowsExchange,
  IconBinary,
  IconBuildingBank,
  IconBuildingBroadcastTower,
  IconBuildingFactory,
  IconBuildingFactory2,
  IconBuildingStore,
  IconCalendarDollar,
  IconCalendarRepeat,
  IconClipboardList,
  IconCoin,
  IconColumns,
  IconCpu,
  IconCylinder,
  IconDatabase,
  IconDeviceDesktop,
  IconDeviceLaptop,
  IconDroplet,
  IconFileImport,
  IconFileInvoice,
  IconForms,
  IconHelpCircle,
  IconHierarchy2,
  IconHistory,
  IconKey,
  IconLanguage,
  IconLayoutDashboard,
  IconLayoutGrid,
  IconLifebuoy,
  IconListDetails,
  IconListNumbers,
  IconLogin2,
  IconMail,
  IconPackage,
  IconRoute,
  IconRuler2,
  IconRulerMeasure,
  IconSettings,
  IconShieldCheck,
  IconShoppingCart,
  IconSitemap,
  IconSpeakerphone,
  IconTags,
  IconTool,
  IconTruck,
  IconTruckDelivery,
  IconUserPlus,
  IconUserQuestion,
  IconUserShield,
  IconUsers,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { UserType } from '#core/platform/loginTypes.ts'
import type { CurrentUser } from '#web/platform/currentUser.ts'
import { type Screen, screens, titleKeyOf } from './screens.tsx'

export interface MenuEntry {
  path: string
  /** Where one of its records is shown. */
  single: string | undefined
  /** The key of its title. */
  title: string
  icon?: ComponentType<{ size?: number; stroke?: number }>
}

/** The specification's menus, and with them the alerts and the users, which have screens of their own here. */
const MENUS: Record<UserType, readonly string[]> = {
  employee: [
    '/dashboard',
    '/alerts',
    '/customers',
    '/devices',
    '/tags',
    '/orders',
    '/people',
    '/users',
    '/shipment_planners',
    '/subscriptions',
    '/tanker_trucks',
    '/tank_products',
    '/work_orders',
    '/techhelp',
  ],
  distributor: [
    '/dashboard',
    '/alerts',
    '/customers',
    '/devices',
    '/tags',
    '/people',
    '/users',
    '/shipment_planners',
    '/tank_products',
    '/work_orders',
    '/techhelp',
  ],
  customer: [
    '/dashboard',
    '/alerts',
    '/devices',
    '/tags',
    '/people',
    '/users',
    '/shipment_planners',
    '/tank_products',
    '/techhelp',
  ],
}

const ICONS: Record<string, MenuEntry['icon']> = {
  '/techhelp': IconLifebuoy,
  '/configuration/help_articles': IconHelpCircle,
  '/dashboard': IconLayoutDashboard,
  '/alerts': IconAlertTriangle,
  '/customers': IconBuildingStore,
  '/devices': IconCpu,
  '/tags': IconTags,
  '/people': IconUsers,
  '/users': IconUserShield,
  '/shipment_planners': IconRoute,
  '/orders': IconFileInvoice,
  '/work_orders': IconTool,
  '/subscriptions': IconCalendarRepeat,
  '/tanker_trucks': IconTruck,
  '/tank_products': IconDroplet,
  '/payment_terms': IconCalendarDollar,
  '/currencies': IconCoin,
  '/exchange_rates': IconArrowsExchange,
  '/configuration/departments': IconHierarchy2,
  '/configuration/bank_accounts': IconBuildingBank,
  '/configuration/chart_of_accounts': IconListNumbers,
  '/configuration/vendors': IconShoppingCart,
  '/configuration/manufacturers': IconBuildingFactory,
  '/configuration/shipping_carriers': IconPackage,
  '/configuration/distributors': IconTruckDelivery,
  '/configuration/tank_types': IconCylinder,
  '/configuration/sensor_types': IconAntenna,
  '/configuration/firmware': IconBinary,
  '/configuration/tank_manufacturers': IconBuildingFactory2,
  '/configuration/tank_manufacturers_specs': IconRulerMeasure,
  '/configuration/device_types': IconDeviceDesktop,
  '/configuration/mobile_providers': IconBuildingBroadcastTower,
  '/configuration/options': IconListDetails,
  '/dashboard_widgets': IconLayoutGrid,
  '/configuration/questions': IconHelpCircle,
  '/configuration/languages': IconLanguage,
  '/configuration/units_of_measure': IconRuler2,
  '/configuration/active_sessions': IconDeviceLaptop,
  '/configuration/sign_ups': IconUserPlus,
  '/configuration/login_attempts': IconLogin2,
  '/configuration/audit': IconHistory,
  '/configuration/permission_templates': IconShieldCheck,
  '/configuration/permissions': IconKey,
  '/configuration/permission_explainer': IconUserQuestion,
  '/configuration/notify': IconMail,
  '/configuration/notifications': IconSpeakerphone,
  '/configuration/user_defined_fields': IconForms,
  '/configuration/data_import_logs': IconFileImport,
  '/configuration/form_builder': IconClipboardList,
  '/configuration/mysql': IconDatabase,
  '/configuration/sql_fields': IconColumns,
  '/configuration/sql_relationships': IconSitemap,
  '/configuration/configure_environment': IconSettings,
}

export const CONFIGURATION_ICON = IconAdjustments

/** What belongs together in the configuration, in the order in which it is shown; the rest comes last. */
const CONFIGURATION_GROUPS = {
  companies: [
    '/configuration/distributors',
    '/configuration/vendors',
    '/configuration/manufacturers',
    '/configuration/shipping_carriers',
    '/configuration/departments',
  ],
  tanks: [
    '/configuration/tank_types',
    '/configuration/sensor_types',
    '/configuration/tank_manufacturers',
    '/configuration/tank_manufacturers_specs',
    '/configuration/units_of_measure',
  ],
  devices: ['/configuration/device_types', '/configuration/firmware', '/configuration/mobile_providers'],
  money: [
    '/payment_terms',
    '/currencies',
    '/exchange_rates',
    '/configuration/bank_accounts',
    '/configuration/chart_of_accounts',
  ],
  access: [
    '/configuration/permission_templates',
    '/configuration/permissions',
    '/configuration/permission_explainer',
    '/configuration/active_sessions',
    '/configuration/login_attempts',
    '/configuration/audit',
  ],
  lists: [
    '/configuration/options',
    '/configuration/languages',
    '/configuration/questions',
    '/dashboard_widgets',
    '/configuration/help_articles',
  ],
  tools: [
    '/configuration/user_defined_fields',
    '/configuration/form_builder',
    '/configuration/mysql',
    '/configuration/sql_fields',
    '/configuration/sql_relationships',
  ],
} satisfies Record<string, readonly string[]>

/** Tells whether the user may open a screen: by permission and by login type, as the server decides it too. */
export function maySee(user: CurrentUser, { permission, alsoNeeds, loginTypes }: Screen): boolean {
  return (
    loginTypes.includes(user.login_type_id) &&
    [permission, alsoNeeds].every((needed) => !needed || user.permissions.includes(needed))
  )
}

/** The main menu of a user: the entries of his kind that he may open. */
export function mainMenu(user: CurrentUser): MenuEntry[] {
  return MENUS[user.user_type].flatMap((path) => entryOf(user, path))
}

/** The lists of the configuration that a user may open, group by group; empty for who has none. */
export function configurationGroups(user: CurrentUser): { name: string; entries: MenuEntry[] }[] {
  // Help articles and widgets are open to more people; for them there is no configuration to walk through.
  if (!user.permissions.includes('configuration.read')) return []
  const grouped = new Set<string>(Object.values(CONFIGURATION_GROUPS).flat())
  const others = screens
    .filter(({ isWithin, path }) => !isWithin && !path.includes(':') && !grouped.has(path))
    .map(({ path }) => path)
    .filter((path) => path.startsWith('/configuration/'))
  return Object.entries({ ...CONFIGURATION_GROUPS, others })
    .map(([name, paths]) => ({ name, entries: paths.flatMap((path) => entryOf(user, path)) }))
    .filter(({ entries }) => entries.length > 0)
}

/** All of them in one row. */
export function configurationMenu(user: CurrentUser): MenuEntry[] {
  return configurationGroups(user).flatMap(({ entries }) => entries)
}

function entryOf(user: CurrentUser, path: string): MenuEntry[] {
  const screen = screens.find((one) => one.path === path)
  if (!screen || !maySee(user, screen)) return []
  return [
    {
      path,
      single: screen.single?.replace('/:id?', '').replace('/:tab?', ''),
      title: titleKeyOf(screen),
      icon: ICONS[path],
    },
  ]
}
