import { IconAdjustments } from '@tabler/icons-react'
import type { LoginType } from '#core/platform/loginTypes.ts'
import type { CurrentUser } from '#web/platform/currentUser.ts'
import { CONFIGURATION_GROUPS, MENU_GROUPS, type MenuGroup, type Screen } from '#web/resources/screen.ts'
import { screens, titleKeyOf } from './screens.ts'

export interface MenuEntry {
  path: string
  /** Where one of its records is shown. */
  single: string | undefined
  /** The key of its title. */
  title: string
  icon?: Screen['icon']
  /** What is counted beside it; nothing where it does not wait for this user. */
  waits?: Screen['waits']
}

interface EntryGroup<Name extends string> {
  name: Name
  entries: MenuEntry[]
}

export const CONFIGURATION_ICON = IconAdjustments

/** Tells whether the user may open a screen: by permission and by login type, as the server decides it too. */
export function maySee(user: CurrentUser, { permission, loginTypes }: Screen): boolean {
  return loginTypes.includes(user.login_type_id) && (!permission || user.permissions.includes(permission))
}

/** The main menu of a user, group by group: the entries of their user type that they may open. */
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

/** All of it in one row. */
export function mainMenu(user: CurrentUser): MenuEntry[] {
  return menuGroups(user).flatMap(({ entries }) => entries)
}

/** The lists of the configuration that a user may open, group by group; empty for who has none. */
export function configurationGroups(user: CurrentUser): EntryGroup<string>[] {
  // Help articles and widgets are open to more people; for them there is no configuration to walk through.
  if (!user.permissions.includes('configuration.read')) return []
  return CONFIGURATION_GROUPS.map((name) => ({
    name,
    entries: screens.filter(({ group }) => group === name).flatMap((screen) => entryOf(user, screen)),
  })).filter(({ entries }) => entries.length > 0)
}

/** All of them in one row. */
export function configurationMenu(user: CurrentUser): MenuEntry[] {
  return configurationGroups(user).flatMap(({ entries }) => entries)
}

/** The way into the configuration, which counts what waits there. */
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

const MOST_ON_A_PHONE = 4

/** What is needed first on a phone, where that is not the standard. */
const FIRST_ON_A_PHONE: Partial<Record<LoginType, readonly string[]>> = {
  driver: ['/my-day', '/shipment_planners', '/devices', '/alerts'],
  technician: ['/alerts', '/devices', '/work_orders', '/dashboard'],
  dispatcher: ['/dispatch', '/alerts', '/shipment_planners', '/devices'],
  distributor: ['/dashboard', '/alerts', '/devices', '/customers'],
  d_acct_mgr: ['/dashboard', '/alerts', '/devices', '/customers'],
}
const STANDARD_ON_A_PHONE = ['/home', '/dashboard', '/alerts', '/devices', '/orders', '/shipment_planners']

/** The entries of the bar at the bottom of a phone: those of the main menu that people of this login type need most. */
export function phoneMenu(user: CurrentUser): MenuEntry[] {
  const all = mainMenu(user)
  const first = [...(FIRST_ON_A_PHONE[user.login_type_id] ?? []), ...STANDARD_ON_A_PHONE]
  const wanted = [...new Set([...first, ...all.map(({ path }) => path)])]
  return wanted.flatMap((path) => all.find((entry) => entry.path === path) ?? []).slice(0, MOST_ON_A_PHONE)
}

/** Tells whether a screen is the one of an entry, or shows one of its records. */
export function isAt({ path, single = path }: MenuEntry, pathname: string): boolean {
  // A screen of its own may lie below another's address: one's profile is none of the users.
  if (pathname !== path && screens.some((screen) => screen.path === pathname && !screen.isWithin))
    return false
  return [path, single].some((start) => pathname === start || pathname.startsWith(`${start}/`))
}

function entryOf(user: CurrentUser, screen: Screen): MenuEntry[] {
  if (!maySee(user, screen)) return []
  const { path, single, icon, waits } = screen
  return [
    {
      path,
      single: single?.replace('/:id?', '').replace('/:tab?', ''),
      title: titleKeyOf(screen),
      icon,
      waits: waits?.of?.includes(user.login_type_id) === false ? undefined : waits,
    },
  ]
}
