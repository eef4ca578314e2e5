import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Permission } from '#core/platform/modules.ts'
import { MODULES } from '#core/platform/modules.ts'
import type { CurrentUser } from '#web/platform/currentUser.ts'
import { showScreen } from '#web/resources/testing/showScreen.tsx'
import { configurationMenu, mainMenu } from './menu.ts'
import { SideMenu } from './SideMenu.tsx'

const everything = MODULES.map((module) => `${module}.read` as Permission)
const entries = () => screen.getAllByRole('link').map((entry) => entry.getAttribute('aria-label'))

test('staff have the twelve entries of the specification, and those of our own', () => {
  showScreen(<SideMenu isMini={false} />, { as: { permissions: everything } })
  const ours = ['Alerts', 'Users', 'Forecast accuracy', 'Configuration', null]
  expect(entries().filter((entry) => !ours.includes(entry))).toEqual([
    'Dashboard',
    'Customers',
    'Devices',
    'Device tags',
    'Orders',
    'People',
    'Shipments',
    'Subscriptions',
    'Tanker trucks',
    'Tank products',
    'Work orders',
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
    'Tech help',
  ])
})

test('no entry stands twice', () => {
  const user = { permissions: everything, user_type: 'employee', login_type_id: 'developer' } as CurrentUser
  const paths = [...mainMenu(user), ...configurationMenu(user)].map(({ path }) => path)
  expect(paths.length).toBeGreaterThan(40)
  expect(paths).toEqual([...new Set(paths)])
})

test('the configuration is a menu of its own, with a way back', async () => {
  showScreen(<SideMenu isMini={false} />, { as: { permissions: everything } })
  await userEvent.click(screen.getByRole('link', { name: 'Configuration' }))
  expect(screen.getByRole('link', { name: 'Currencies' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Devices' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect(screen.getByRole('link', { name: 'Devices' })).toBeTruthy()
})
