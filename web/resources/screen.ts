import type { ComponentType } from 'react'
import type { LoginType, UserType } from '#core/platform/loginTypes.ts'
import type { Permission } from '#core/platform/modules.ts'

/** The groups of the main menu, from the top. */
export const MENU_GROUPS = ['today', 'fleet', 'customers', 'sales', 'administration', 'help'] as const
export type MenuGroup = (typeof MENU_GROUPS)[number]

/** Waiting work of a screen: the number of records that its list finds. */
export interface Waiting {
  /** The kind of record; a change of one triggers a new count. */
  kind: string
  path: `/${string}`
  query: Readonly<Record<string, string>>
  /** The login types it waits for; by default everyone who may open the screen. */
  of?: readonly LoginType[]
  /** It does not concern users whose company only buys. */
  sellersOnly?: true
  /** It cannot wait for long. */
  isUrgent?: true
}

/** The groups of the configuration, in order. */
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

/** An address of the product: its content, its readers, and its place in menus. */
export interface Screen {
  path: string
  /**
   * The name of a kind of record with standard screens: the list at `path`, one record at `single`. Its definition is fetched
   * with the first of them; the table of screens, which every page loads first, imports no definition.
   */
  resource?: string
  single?: string
  /** Fetches a custom screen; for a kind of record, the screen of one record. */
  load?: () => Promise<ComponentType>
  /** A custom screen that is too small to be fetched, such as a redirect. */
  component?: ComponentType
  /** The name of the kind whose record a custom screen shows, at the `:id?` of its path. */
  shows?: string
  /** Reached from another screen: no menu shows it. */
  isWithin?: true
  permission?: Permission
  /** Tabs of a record, by their names in its address, that need a further permission. */
  tabNeeds?: Readonly<Record<string, Permission>>
  loginTypes: readonly LoginType[]
  /** Closed to users whose company only buys. */
  sellersOnly?: true
  /** Shown before its title in the main menu; `configurationIcons` has the icons of the configuration. */
  icon?: ComponentType<{ size?: number; stroke?: number }>
  /** Its place in a group of the main menu, for these user types; for all by default. */
  menu?: {
    group: MenuGroup
    position: number
    userTypes?: readonly UserType[]
    /** Login types that have it too, whatever their user type. */
    alsoFor?: readonly LoginType[]
    /** The login types that start their day here: for them it is the first of its group. */
    firstOf?: readonly LoginType[]
  }
  /** Count next to its title in the menu. */
  waits?: Waiting
  /** Its group in the configuration; within a group, screens are in the order of their declarations. */
  group?: (typeof CONFIGURATION_GROUPS)[number]
  /** Usually shown first: it waits for the texts of the frame only, and for no definitions except the ones that it imports. */
  isFirst?: true
  /** The parts of the texts that it shows and waits for; by default all, including accounts, settings and tools. */
  texts?: readonly ('daily' | 'sales' | 'deliveries')[]
  /** Its help module, if it is not the module of its permission. */
  helpModule?: string
}
