import { act, cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { Permission } from '#core/platform/modules.ts'
import { MODULES } from '#core/platform/modules.ts'
import type { CurrentUser } from '#web/platform/session/currentUser.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { configurationMenu, mainMenu } from '../menu.ts'
import { PhoneBar } from './PhoneBar.tsx'
import { SideMenu } from './SideMenu.tsx'

afterEach(() => void vi.useRealTimers())

const everything = MODULES.map((module) => `${module}.read` as Permission)
/** The titles of the groups, each with its entries. */
const groups = () =>
  screen.getAllByRole('list').map((list) => [
    list.getAttribute('aria-label'),
    within(list)
      .getAllByRole('link')
      .map((entry) => entry.getAttribute('aria-label')),
  ])
const entries = () => screen.getAllByRole('link').map((entry) => entry.getAttribute('aria-label'))

test('staff have the twelve entries of the specification, and our own', () => {
  showScreen(<SideMenu isMini={false} />, { as: { permissions: everything } })
  const ours = [
    'Alerts',
    'Dispatch',
    'Users',
    'Forecast accuracy',
    'Sites',
    'Delivery checks',
    'COD collections',
    'Receivables',
    'Prices',
    'Accounting',
    'Reports',
    'Configuration',
    null,
  ]
  expect(entries().filter((entry) => !ours.includes(entry))).toEqual([
    'Dashboard',
    'Devices',
    'Device tags',
    'Tank products',
    'Tanker trucks',
    'Work orders',
    'Customers',
    'People',
    'Orders',
    'Shipments',
    'Subscriptions',
    'Tech help',
  ])
})

test('an entry without its permission is not there', () => {
  showScreen(<SideMenu isMini={false} />, { as: { permissions: ['devices.read'] } })
  expect(entries().filter(Boolean)).toEqual([
    'Dashboard',
    'Alerts',
    'Devices',
    'Forecast accuracy',
    'Sites',
    'Tech help',
  ])
})

test('no entry appears twice', () => {
  const user = { permissions: everything, user_type: 'employee', login_type_id: 'developer' } as CurrentUser
  const paths = [...mainMenu(user), ...configurationMenu(user)].map(({ path }) => path)
  expect(paths.length).toBeGreaterThan(40)
  expect(paths).toEqual([...new Set(paths)])
})

test('the configuration has its own menu, with a way back', async () => {
  showScreen(<SideMenu isMini={false} />, { as: { permissions: everything } })
  await userEvent.click(screen.getByRole('link', { name: 'Configuration' }))
  expect(screen.getByRole('link', { name: 'Currencies' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Devices' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect(screen.getByRole('link', { name: 'Devices' })).toBeTruthy()
})

test('entries are grouped, and groups have other titles for a user’s own company', () => {
  showScreen(<SideMenu isMini={false} />, { as: { permissions: everything, user_type: 'customer' } })
  expect(groups()).toEqual([
    ['Today', ['Dashboard', 'Alerts', 'Dispatch']],
    ['Fleet', ['Devices', 'Device tags', 'Tank products', 'Forecast accuracy']],
    ['Your company', ['Sites', 'People']],
    ['Deliveries', ['COD collections', 'Shipments', 'Delivery checks']],
    ['Administration', ['Users', 'Configuration']],
    [null, ['Tech help']],
  ])
})

test('a dispatcher’s day begins at the board', () => {
  const dispatcher = { permissions: everything, user_type: 'customer', login_type_id: 'dispatcher' }
  showScreen(<SideMenu isMini={false} />, { as: dispatcher as Partial<CurrentUser> })
  expect(entries()[0]).toBe('Dispatch')
})

test('a clerk has the orders in their menu, a user who only orders has not', () => {
  const clerk = { permissions: everything, user_type: 'customer', login_type_id: 'csr' }
  showScreen(<SideMenu isMini={false} />, { as: clerk as Partial<CurrentUser> })
  expect(entries()).toContain('Orders')
  expect(entries()).toContain('COD collections')
  cleanup()
  // Their company only buys.
  showScreen(<SideMenu isMini={false} />, { as: { ...clerk, only_buys: true } as Partial<CurrentUser> })
  expect(entries()).toContain('Orders')
  expect(entries()).not.toContain('COD collections')
  cleanup()
  showScreen(<SideMenu isMini={false} />, {
    as: { ...clerk, login_type_id: 'customer' } as Partial<CurrentUser>,
  })
  expect(entries()).not.toContain('Orders')
})

test('an entry shows how many records wait there, once the screen itself has been requested', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const sent = answering({
    'GET /alerts': { alerts: [], page: { total_records: 12 } },
    'GET /transaction_documents': { transaction_documents: [], page: { total_records: 140 } },
    'GET /sign_ups': { sign_ups: [], page: { total_records: 0 } },
    'GET /delivery_checks': { delivery_checks: [], page: { total_records: 0 } },
  })
  showScreen(<SideMenu isMini={false} />, { as: { permissions: everything } })
  expect(sent).toEqual([])
  act(() => vi.advanceTimersByTime(1500))
  expect(await screen.findByRole('link', { name: 'Alerts, 12 waiting' })).toBeTruthy()
  const orders = await screen.findByRole('link', { name: 'Orders, 140 waiting' })
  expect(orders.textContent).toBe('Orders99+')
  expect(screen.getByRole('link', { name: 'Configuration' }).textContent).toBe('Configuration')
  expect(sent.map(({ call }) => call).toSorted()).toEqual([
    'GET /alerts?status=unacknowledged&page_size=1',
    'GET /delivery_checks?state=open&page_size=1',
    'GET /sign_ups?state=waiting&page_size=1',
    'GET /transaction_documents?status_id=20&document_type=sales_order&page_size=1',
  ])
})

test.each([
  ['administrator', 'employee', ['Dashboard', 'Alerts', 'Devices', 'Orders']],
  ['driver', 'customer', ['My day', 'Shipments', 'Devices', 'Alerts']],
  ['technician', 'customer', ['Alerts', 'Devices', 'Dashboard', 'Shipments']],
  ['distributor', 'distributor', ['Dashboard', 'Alerts', 'Devices', 'Customers']],
] as const)(
  'the bar of a phone has the main entries of a %s, and "More"',
  (login_type_id, user_type, titles) => {
    showScreen(<PhoneBar isOpen={false} onMore={() => {}} />, {
      as: { permissions: everything, login_type_id, user_type },
    })
    const bar = within(screen.getByRole('navigation', { name: 'Most used' }))
    expect(bar.getAllByRole('link').map((entry) => entry.textContent)).toEqual(titles)
    expect(bar.getByRole('button', { name: 'More' }).getAttribute('aria-expanded')).toBe('false')
  },
)

test('the bar of a phone hides what the user may not open', () => {
  showScreen(<PhoneBar isOpen onMore={() => {}} />, {
    as: { permissions: [], login_type_id: 'vendor', user_type: 'customer' },
  })
  expect(screen.getAllByRole('link').map((entry) => entry.textContent)).toEqual([
    'Dashboard',
    'Tech help',
    'elsewhere',
  ])
})
