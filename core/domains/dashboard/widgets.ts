import { isOneOf } from '#core/platform/isOneOf.ts'
import { keysOf } from '#core/platform/keysOf.ts'
import { isStaff, type LoginType, STAFF_AND_DISTRIBUTORS, userTypeOf } from '#core/platform/loginTypes.ts'

interface Widget {
  /** Its initial name. */
  name: string
  /** The kind of record that it shows: users without permission to read it never see the widget. Default: the user's own data. */
  of?: string
  /** Login types that it is for; default: all. */
  loginTypes?: readonly LoginType[]
  /** Initial size: columns of 12, and rows of 80 px. */
  columns: number
  rows: number
}

/** The parts of a dashboard, in the order in which they are offered, with content and initial size. */
export const WIDGETS = named({
  today: {
    name: 'Today',
    of: 'shipment_planners',
    loginTypes: STAFF_AND_DISTRIBUTORS,
    columns: 12,
    rows: 1,
  },
  fleet_status: { name: 'Fleet status', of: 'devices', columns: 12, rows: 1 },
  tanks_first: { name: 'Needs attention', of: 'devices', columns: 8, rows: 8 },
  alerts: { name: 'Open alerts', of: 'devices', columns: 4, rows: 4 },
  map: { name: 'Map', of: 'devices', columns: 4, rows: 4 },
  usage: { name: 'Usage', of: 'devices', columns: 4, rows: 4 },
  deliveries: { name: 'Rises seen by sensors', of: 'devices', columns: 4, rows: 4 },
  shipments: { name: 'Shipments under way', of: 'shipment_planners', columns: 4, rows: 4 },
  orders: { name: 'Open orders', of: 'transaction_documents', columns: 4, rows: 4 },
  work_orders: { name: 'Open work orders', of: 'work_orders', columns: 4, rows: 4 },
  battery_health: { name: 'Battery health', of: 'devices', columns: 4, rows: 4 },
  notifications: { name: 'Notifications', columns: 4, rows: 4 },
})

export type WidgetName = keyof typeof WIDGETS
export const WIDGET_NAMES = keysOf(WIDGETS)

/** Keeps the names in the type. */
function named<Name extends string>(widgets: Readonly<Record<Name, Widget>>) {
  return widgets
}

/** Columns of a full row. */
export const COLUMNS = 12
export const MIN_COLUMNS = 3
/** Maximum height of a part, in rows of 80 px. */
export const MAX_ROWS = 12

/** A part on a user's dashboard, in list order, with its size. */
export interface PlacedWidget {
  widget: WidgetName
  columns: number
  rows: number
}

/** A part that a user may place, with its initial width in this installation. */
export interface OfferedWidget {
  name_alias: WidgetName
  name: string
  column_span: number
}

export function isWidgetName(name: string | null): name is WidgetName {
  return isOneOf(WIDGET_NAMES, name)
}

const FOR_CUSTOMERS: readonly WidgetName[] = [
  'fleet_status',
  'tanks_first',
  'alerts',
  'map',
  'usage',
  'deliveries',
  'orders',
]
const KEEPER_WIDGETS: readonly WidgetName[] = [
  'today',
  ...FOR_CUSTOMERS,
  'shipments',
  'work_orders',
  'battery_health',
]
/** Widgets for planners and drivers: tanks, their places, and deliveries. */
const FOR_ROUNDS: readonly WidgetName[] = [
  'today',
  'fleet_status',
  'tanks_first',
  'map',
  'shipments',
  'orders',
  'usage',
  'deliveries',
]
/** Widgets for users who look after the devices. */
const CARE_WIDGETS: readonly WidgetName[] = [
  'fleet_status',
  'tanks_first',
  'alerts',
  'battery_health',
  'map',
  'work_orders',
]

/** Initial dashboards of login types with a specific job. */
const OF_LOGIN_TYPE: Partial<Record<LoginType, readonly WidgetName[]>> = {
  csr: ['today', 'fleet_status', 'tanks_first', 'orders', 'alerts', 'shipments', 'deliveries', 'usage'],
  dispatcher: FOR_ROUNDS,
  dispenser_mgr: [...FOR_ROUNDS, 'alerts'],
  driver: ['shipments', 'tanks_first', 'map'],
  producer: ['fleet_status', 'usage', 'deliveries', 'shipments', 'tanks_first', 'map'],
  technician: CARE_WIDGETS,
  vendor: ['orders', 'notifications'],
  v_acct_mgr: ['orders', 'notifications'],
}

/** The dashboard of a user who has not arranged their own: by login type, from the offered parts. */
export function standardLayout(loginType: LoginType, offered: readonly OfferedWidget[]): PlacedWidget[] {
  const keepers = isStaff(loginType) || userTypeOf(loginType) === 'distributor'
  const names = OF_LOGIN_TYPE[loginType] ?? (keepers ? KEEPER_WIDGETS : FOR_CUSTOMERS)
  return names.flatMap((widget) => {
    const found = offered.find(({ name_alias }) => name_alias === widget)
    return found ? [firstSize(found)] : []
  })
}

/** A newly placed widget, with the width of its record. */
export function firstSize({ name_alias, column_span }: OfferedWidget): PlacedWidget {
  return { widget: name_alias, columns: withinColumns(column_span), rows: WIDGETS[name_alias].rows }
}

export const withinColumns = (columns: number) => Math.min(COLUMNS, Math.max(MIN_COLUMNS, columns))
export const withinRows = (rows: number) => Math.min(MAX_ROWS, Math.max(1, rows))
