import { devices } from '#core/domains/devices/devices.ts'
import { isStaff, type LoginType, userTypeOf } from '#core/platform/loginTypes.ts'
import type { Resource } from '#core/resources/definition.ts'

/** The parts of a dashboard that the product has, in the order in which they are offered. */
export const WIDGET_NAMES = ['fleet_status', 'tanks_first', 'alerts', 'map'] as const
export type WidgetName = (typeof WIDGET_NAMES)[number]

interface Widget {
  /** What an installation calls it at first. */
  name: string
  /** What it shows: who may not read this kind of record cannot see the widget, whatever its record says. */
  of: Resource
  /** Its first size: columns of 12, and rows of 80 px. */
  columns: number
  rows: number
}

/** What each part shows, and how large it is at first. */
export const WIDGETS: Readonly<Record<WidgetName, Widget>> = {
  fleet_status: { name: 'Fleet status', of: devices, columns: 12, rows: 1 },
  tanks_first: { name: 'Tanks that need someone', of: devices, columns: 8, rows: 8 },
  alerts: { name: 'Open alerts', of: devices, columns: 4, rows: 4 },
  map: { name: 'Map', of: devices, columns: 4, rows: 4 },
}

/** Columns of a full row. */
export const COLUMNS = 12
export const LEAST_COLUMNS = 3
/** Rows of 80 px that a part may be high. */
export const MOST_ROWS = 12

/** Where a part of somebody's dashboard stands: by its place in the list, with its size. */
export interface PlacedWidget {
  widget: WidgetName
  columns: number
  rows: number
}

/** What somebody may place: the part, and how wide this installation makes it at first. */
export interface OfferedWidget {
  name_alias: WidgetName
  name: string
  column_span: number
}

export function isWidgetName(name: string | null): name is WidgetName {
  return (WIDGET_NAMES as readonly (string | null)[]).includes(name)
}

const FOR_STAFF: readonly WidgetName[] = ['fleet_status', 'tanks_first', 'alerts', 'map']
const FOR_CUSTOMERS: readonly WidgetName[] = ['fleet_status', 'tanks_first', 'alerts', 'map']

/** What somebody begins with whose work is a certain one. */
const OF_LOGIN_TYPE: Partial<Record<LoginType, readonly WidgetName[]>> = {
  dispatcher: ['fleet_status', 'tanks_first', 'map', 'alerts'],
  technician: ['fleet_status', 'alerts', 'tanks_first', 'map'],
}

/** The dashboard of somebody who has not arranged his own: by login type, of what is offered to him. */
export function standardLayout(loginType: LoginType, offered: readonly OfferedWidget[]): PlacedWidget[] {
  const keepers = isStaff(loginType) || userTypeOf(loginType) === 'distributor'
  const names = OF_LOGIN_TYPE[loginType] ?? (keepers ? FOR_STAFF : FOR_CUSTOMERS)
  return names.flatMap((widget) => {
    const found = offered.find(({ name_alias }) => name_alias === widget)
    return found ? [firstSize(found)] : []
  })
}

/** A part as it is when it is placed: as wide as its record says. */
export function firstSize({ name_alias, column_span }: OfferedWidget): PlacedWidget {
  return { widget: name_alias, columns: withinColumns(column_span), rows: WIDGETS[name_alias].rows }
}

export const withinColumns = (columns: number) => Math.min(COLUMNS, Math.max(LEAST_COLUMNS, columns))
export const withinRows = (rows: number) => Math.min(MOST_ROWS, Math.max(1, rows))
