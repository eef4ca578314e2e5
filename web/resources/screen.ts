import type { ComponentType } from 'react'
import type { LoginType, UserType } from '#core/platform/loginTypes.ts'
import type { Permission } from '#core/platform/modules.ts'

/** The groups of the main menu, from its top. */
export const MENU_GROUPS = ['today', 'fleet', 'customers', 'sales', 'administration', 'help'] as const
export type MenuGroup = (typeof MENU_GROUPS)[number]

/** What waits for somebody at a screen: as many as its list finds. */
export interface Waiting {
  /** The kind of record; a change of one is a reason to count again. */
  kind: string
  path: `/${string}`
  query: Readonly<Record<string, string>>
  /** For whom it waits; without it, for whoever may open the screen. */
  of?: readonly LoginType[]
  /** It cannot wait for long. */
  isUrgent?: true
}

/** The groups of the configuration, in the order in which they are shown. */
export const CONFIGURATION_GROUPS = [
  'business',
  'access',
  'companies',
  'money',
  'tanks',
  'devices',
  'lists',
  'tools',
  'others',
] as const

/** An address of the product: what it shows, to whom, and where a menu leads to it. */
export interface Screen {
  path: string
  /**
   * The name of a kind of record with standard screens: the list at `path`, one record at `single`. Its definition is
   * fetched with the first of them; the table of screens, which every page begins with, names no definition.
   */
  resource?: string
  single?: string
  /** Fetches a screen of its own; for a kind of record: of one record. */
  load?: () => Promise<ComponentType>
  /** A screen of its own that is too small to be fetched, such as one that only leads elsewhere. */
  component?: ComponentType
  /** The name of the kind whose one record a screen of its own shows, at the `:id?` of its path. */
  shows?: string
  /** Reached from another screen: no menu shows it. */
  isWithin?: true
  permission?: Permission
  /** The parts of a record, by their names in its address, that ask for one more. */
  tabNeeds?: Readonly<Record<string, Permission>>
  loginTypes: readonly LoginType[]
  /** Stands before its title in a menu. */
  icon?: ComponentType<{ size?: number; stroke?: number }>
  /** Its place in a group of the main menu, of these user types; of all where none is named. */
  menu?: {
    group: MenuGroup
    position: number
    userTypes?: readonly UserType[]
    /** Login types that have it too, whoever they work for. */
    alsoFor?: readonly LoginType[]
    /** The login types whose day begins here: for them it is the first of its group. */
    firstOf?: readonly LoginType[]
  }
  /** What the menu counts beside its title. */
  waits?: Waiting
  /** Its group in the configuration; within a group the order is that of the declarations. */
  group?: (typeof CONFIGURATION_GROUPS)[number]
  /** What is usually seen first: it waits for its own texts, and for no definitions but those that it imports. */
  isFirst?: true
  /** What its help is about, where that is not the module of its permission. */
  helpModule?: string
}
