import { IconAdjustments } from '@tabler/icons-react'
import type { LoginType } from '#core/platform/loginTypes.ts'
import type { CurrentUser } from '#web/platform/session/currentUser.ts'
import { CONFIGURATION_GROUPS, MENU_GROUPS, type MenuGroup, type Screen } from '#web/resources/screen.ts'
import { screens, titleKeyOf } from './screens.ts'

export interface MenuEntry {
  path: string
  /** The address of one record. */
  single: string | undefined
  /** The text key of its title. */
  title: string
  icon?: Screen['icon']
  /** Records to count; absent if the count does not apply to this user. */
  waits?: Screen['waits']
}

interface EntryGroup<Name extends string> {
  name: Name
  entries: MenuEntry[]
}

export const CONFIGURATION_ICON = IconAdjustments

/** Whether the user may open a screen, by permission and login type; the server applies the same rule. */
export function maySee(user: CurrentUser, { permission, loginTypes, sellersOnly }: Screen): boolean {
  if (sellersOnly && user.only_buys) return false
  return loginTypes.includes(user.login_type_id) && (!permission || user.permissions.includes(permission))
}

/** The main menu of a user, by group: the entries of their user type that they may open. */
export function menuGroups(user: CurrentUser): EntryGroup<MenuGroup>[] {
  const positionOf = ({ position, firstOf }: NonNullable<Screen['menu']>) =>
    firstOf?.includes(user.login_type_id) ? 0 : position
  const own = screens
    .flatMap((screen) => (screen.menu ? [{ screen, ...screen.menu }] : []))
    .filter(
      ({ userTypes, alsoFor }) =>
        !userTypes || userTypes.includes(user.user_type) || alsoFor?.includes(user.login_type_id),
    )
    .toSorted((one, other) => positionOf(one) - positionOf(other))
  return MENU_GROUPS.map((name) => ({
    name,
    entries: [
      ...own.filter(({ group }) => group === name).flatMap(({ screen }) => entryOf(user, screen)),
      ...(name === 'administration' ? configurationEntry(user) : []),
    ],
  })).filter(({ entries }) => entries.length > 0)
}

/** The entries of all groups. */
export function mainMenu(user: CurrentUser): MenuEntry[] {
  return menuGroups(user).flatMap(({ entries }) => entries)
}

/** The configuration lists that a user may open, by group; empty if there are none. */
export function configurationGroups(user: CurrentUser): EntryGroup<string>[] {
  // Help articles and widgets are open to more users, who have no configuration menu.
  if (!user.permissions.includes('configuration.read')) return []
  return CONFIGURATION_GROUPS.map((name) => ({
    name,
    entries: screens.filter(({ group }) => group === name).flatMap((screen) => entryOf(user, screen)),
  })).filter(({ entries }) => entries.length > 0)
}

/** The entries of all groups. */
export function configurationMenu(user: CurrentUser): MenuEntry[] {
  return configurationGroups(user).flatMap(({ entries }) => entries)
}

/** The entry of the configuration, with the number of pending records inside. */
function configurationEntry(user: CurrentUser): MenuEntry[] {
  const inside = configurationMenu(user)
  if (inside.length === 0) return []
  return [
    {
      path: '/configuration',
      single: undefined,
      title: 'shell.configuration',
      icon: CONFIGURATION_ICON,
      waits: inside.find(({ waits }) => waits)?.waits,
    },
  ]
}

const MAX_PHONE_ENTRIES = 4

/** The first entries on a phone, for login types that differ from the standard. */
const PHONE_ENTRIES: Partial<Record<LoginType, readonly string[]>> = {
  driver: ['/my-day', '/shipment_planners', '/devices', '/alerts'],
  technician: ['/alerts', '/devices', '/work_orders', '/dashboard'],
  dispatcher: ['/dispatch', '/alerts', '/shipment_planners', '/devices'],
  distributor: ['/dashboard', '/alerts', '/devices', '/customers'],
  d_acct_mgr: ['/dashboard', '/alerts', '/devices', '/customers'],
}
const STANDARD_PHONE_ENTRIES = ['/home', '/dashboard', '/alerts', '/devices', '/orders', '/shipment_planners']

/** The entries of the bottom bar of a phone: the ones of the main menu that this login type needs most. */
export function phoneMenu(user: CurrentUser): MenuEntry[] {
  const all = mainMenu(user)
  const first = [...(PHONE_ENTRIES[user.login_type_id] ?? []), ...STANDARD_PHONE_ENTRIES]
  const paths = [...new Set([...first, ...all.map(({ path }) => path)])]
  return paths.flatMap((path) => all.find((entry) => entry.path === path) ?? []).slice(0, MAX_PHONE_ENTRIES)
}

/** Whether a screen is the one of an entry, or shows one of its records. */
export function isAt({ path, single = path }: MenuEntry, pathname: string): boolean {
  // A separate screen may lie below another's address: the own profile is not part of the users.
  if (pathname !== path && screens.some((screen) => screen.path === pathname && !screen.isWithin))
    return false
  return [path, single].some((start) => pathname === start || pathname.startsWith(`${start}/`))
}

function entryOf(user: CurrentUser, screen: Screen): MenuEntry[] {
  if (!maySee(user, screen)) return []
  const { path, single, icon, waits } = screen
  const isOthers = waits?.of?.includes(user.login_type_id) === false || (waits?.sellersOnly && user.only_buys)
  return [
    {
      path,
      single: single?.replace('/:id?', '').replace('/:tab?', ''),
      title: titleKeyOf(screen),
      icon,
      waits: isOthers ? undefined : waits,
    },
  ]
}
