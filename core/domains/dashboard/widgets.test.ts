import { expect, test } from 'vitest'
import { slugOf } from '#core/domains/settings/slugOf.ts'
import { ALL_LOGIN_TYPES, type LoginType } from '#core/platform/loginTypes.ts'
import {
  COLUMNS,
  firstSize,
  isWidgetName,
  MAX_ROWS,
  MIN_COLUMNS,
  standardLayout,
  WIDGET_NAMES,
  WIDGETS,
  withinColumns,
  withinRows,
} from './widgets.ts'

const offered = WIDGET_NAMES.map((name_alias) => ({ name_alias, name: name_alias, column_span: 4 }))

const KEEPERS =
  'today fleet_status tanks_first alerts map usage deliveries orders shipments work_orders battery_health'
const CUSTOMERS = 'fleet_status tanks_first alerts map usage deliveries orders'
const ROUNDS = 'today fleet_status tanks_first map shipments orders usage deliveries'
const LAYOUTS: Record<LoginType, string> = {
  employee: KEEPERS,
  customer_support: KEEPERS,
  administrator: KEEPERS,
  developer: KEEPERS,
  d_acct_mgr: KEEPERS,
  distributor: KEEPERS,
  csr: 'today fleet_status tanks_first orders alerts shipments deliveries usage',
  dispatcher: ROUNDS,
  dispenser_mgr: `${ROUNDS} alerts`,
  driver: 'shipments tanks_first map',
  producer: 'fleet_status usage deliveries shipments tanks_first map',
  technician: 'fleet_status tanks_first alerts battery_health map work_orders',
  customer_readonly: CUSTOMERS,
  customer: CUSTOMERS,
  vendor: 'orders notifications',
  v_acct_mgr: 'orders notifications',
}

test.each(ALL_LOGIN_TYPES)('the dashboard of a %s starts with what they need first', (loginType) => {
  expect(
    standardLayout(loginType, offered)
      .map(({ widget }) => widget)
      .join(' '),
  ).toBe(LAYOUTS[loginType])
})

test('no initial dashboard has a part that is not offered', () => {
  expect(
    standardLayout(
      'driver',
      offered.filter(({ name_alias }) => name_alias !== 'map'),
    ),
  ).toEqual([
    { widget: 'shipments', columns: 4, rows: 4 },
    { widget: 'tanks_first', columns: 4, rows: 8 },
  ])
  expect(standardLayout('driver', [])).toEqual([])
})

test('a widget has the width of its record, fits the page, and always has a height', () => {
  const widthOf = (column_span: number) => firstSize({ name_alias: 'map', name: 'Map', column_span }).columns
  expect([0, 3, 7, 12, 13].map(widthOf)).toEqual([MIN_COLUMNS, 3, 7, 12, COLUMNS])
  expect([1, 99].map(withinColumns)).toEqual([3, 12])
  expect([-1, 0, 1, 7, 12, 13].map(withinRows)).toEqual([1, 1, 1, 7, 12, MAX_ROWS])
})

test('every part has a name, a size and the kind of record it shows, except the user’s own data', () => {
  expect(WIDGET_NAMES.filter((name) => WIDGETS[name].of === undefined)).toEqual(['notifications'])
  expect(WIDGET_NAMES.map((name) => [name, WIDGETS[name].of ?? '', WIDGETS[name].name])).toEqual([
    ['today', 'shipment_planners', 'Today'],
    ['fleet_status', 'devices', 'Fleet status'],
    ['tanks_first', 'devices', 'Needs attention'],
    ['alerts', 'devices', 'Open alerts'],
    ['map', 'devices', 'Map'],
    ['usage', 'devices', 'Usage'],
    ['deliveries', 'devices', 'Rises seen by sensors'],
    ['shipments', 'shipment_planners', 'Shipments under way'],
    ['orders', 'transaction_documents', 'Open orders'],
    ['work_orders', 'work_orders', 'Open work orders'],
    ['battery_health', 'devices', 'Battery health'],
    ['notifications', '', 'Notifications'],
  ])
})

test('only existing parts have names', () => {
  expect(WIDGET_NAMES.every(isWidgetName)).toBe(true)
  expect([isWidgetName('weather'), isWidgetName(''), isWidgetName(null)]).toEqual([false, false, false])
})

test.each([
  ['Net 30 (days)', 'net_30_days'],
  ['  --Été à Genève!  ', 'ete_a_geneve'],
  ['__x__', 'x'],
  ['!?', 'list'],
  ['', 'list'],
])('the list %j is stored as %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test('the slug of a long name is cut to the maximum length', () => {
  expect(slugOf('x'.repeat(70))).toHaveLength(65)
  expect(slugOf('North yard', 5)).toBe('north')
})
