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
  IconCoin,
  IconCpu,
  IconCylinder,
  IconDeviceDesktop,
  IconDeviceLaptop,
  IconDroplet,
  IconFileInvoice,
  IconHelpCircle,
  IconHierarchy2,
  IconHistory,
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
  IconShoppingCart,
  IconTags,
  IconTool,
  IconTruck,
  IconTruckDelivery,
  IconUserQuestion,
  IconUserShield,
  IconUsers,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { UserType } from '#core/platform/loginTypes.ts'
import type { CurrentUser } from '#web/platform/session.tsx'
import { type Screen, screens, titleKeyOf } from './screens.tsx'

export interface MenuEntry {
  path: string
  /** Where one of its records is shown. */
  single: string | undefined
  /** The key of its title. */
  title: string
  icon?: ComponentType<{ size?: number; stroke?: number }>
}

const CUSTOMER_MENU = [
  '/dashboard',
  '/alerts',
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
]
/** Staff and distributors keep customers; what else tells their menus apart is what they may open. */
const KEEPER_MENU = ['/dashboard', '/alerts', '/customers', ...CUSTOMER_MENU.slice(2)]

const MENUS: Record<UserType, readonly string[]> = {
  employee: KEEPER_MENU,
  distributor: KEEPER_MENU,
  customer: CUSTOMER_MENU,
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
  '/configuration/login_attempts': IconLogin2,
  '/configuration/audit': IconHistory,
  '/configuration/permission_explainer': IconUserQuestion,
  '/configuration/notify': IconMail,
  '/configuration/configure_environment': IconSettings,
}

export const CONFIGURATION_ICON = IconAdjustments

/** Lists that belong to the configuration although their addresses do not begin with it. */
const ALSO_CONFIGURATION = ['/payment_terms', '/currencies', '/exchange_rates', '/dashboard_widgets']

/** Tells whether the user may open a screen: by permission and by login type, as the server decides it too. */
export function maySee(user: CurrentUser, { permission, loginTypes }: Screen): boolean {
  return loginTypes.includes(user.login_type_id) && (!permission || user.permissions.includes(permission))
}

/** The main menu of a user: the entries of his kind that he may open. */
export function mainMenu(user: CurrentUser): MenuEntry[] {
  return MENUS[user.user_type].flatMap((path) => entryOf(user, path))
}

/** The lists of the configuration that a user may open; empty for who has none. */
export function configurationMenu(user: CurrentUser): MenuEntry[] {
  // Help articles and widgets are open to more people; for them there is no configuration to walk through.
  if (!user.permissions.includes('configuration.read')) return []
  const paths = screens
    .filter(({ isWithin }) => !isWithin)
    .map(({ path }) => path)
    .filter((path) => !path.includes(':'))
    .filter((path) => path.startsWith('/configuration/') || ALSO_CONFIGURATION.includes(path))
  return paths.flatMap((path) => entryOf(user, path))
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
