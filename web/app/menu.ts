import { IconAdjustments } from '@tabler/icons-react'
import type { CurrentUser } from '#web/platform/currentUser.ts'
import { CONFIGURATION_GROUPS, type Screen } from '#web/resources/screen.ts'
import { screens, titleKeyOf } from './screens.ts'

export interface MenuEntry {
  path: string
  /** Where one of its records is shown. */
  single: string | undefined
  /** The key of its title. */
  title: string
  icon?: Screen['icon']
}

export const CONFIGURATION_ICON = IconAdjustments

/** Tells whether the user may open a screen: by permission and by login type, as the server decides it too. */
export function maySee(user: CurrentUser, { permission, alsoNeeds, loginTypes }: Screen): boolean {
  return (
    loginTypes.includes(user.login_type_id) &&
    [permission, alsoNeeds].every((needed) => !needed || user.permissions.includes(needed))
  )
}

/** The main menu of a user: the entries of their user type that they may open. */
export function mainMenu(user: CurrentUser): MenuEntry[] {
  return screens
    .flatMap((screen) => (screen.menu ? [{ screen, ...screen.menu }] : []))
    .filter(({ userTypes }) => !userTypes || userTypes.includes(user.user_type))
    .toSorted((one, other) => one.position - other.position)
    .flatMap(({ screen }) => entryOf(user, screen))
}

/** The lists of the configuration that a user may open, group by group; empty for who has none. */
export function configurationGroups(user: CurrentUser): { name: string; entries: MenuEntry[] }[] {
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

function entryOf(user: CurrentUser, screen: Screen): MenuEntry[] {
  if (!maySee(user, screen)) return []
  const { path, single, icon } = screen
  return [
    { path, single: single?.replace('/:id?', '').replace('/:tab?', ''), title: titleKeyOf(screen), icon },
  ]
}
