import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { overflow, settled } from './settled.ts'
import { apiOf, signIn } from './signIn.ts'

const SCREENS = [
  '/dashboard',
  '/alerts',
  '/devices',
  '/devices/profile/1',
  '/devices/monitor/1',
  '/customers',
  '/tags',
  '/people',
  '/tank_products',
  '/shipment_planners',
  '/shipment_planners/1',
  '/orders',
  '/order/3',
  '/work_orders',
  '/work_order/2',
  '/subscriptions',
  '/tanker_trucks',
  '/customers/profile/4/devices',
  '/exchange_rates',
  '/configuration/bank_accounts',
  '/configuration/bank_account/1',
  '/configuration/chart_of_accounts',
  '/configuration/vendors',
  '/configuration/options/7?tab=options',
  '/configuration/health',
  '/configuration/languages',
  '/configuration/tank_types',
  '/configuration/tank_manufacturers_specs',
  '/configuration/sensor_types',
  '/configuration/mysql',
  '/configuration/user_defined_field',
  '/configuration/form',
  '/configuration/data_import_logs',
  '/configuration/data_import_log',
  '/forms',
  '/configuration/configure_environment',
  '/configuration/active_sessions',
  '/configuration/login_attempts',
  '/configuration/notify',
  '/configuration/notifications',
  '/me/notifications',
  '/users',
  '/users/my_profile',
  '/users/my_profile?tab=security',
]

const ALL = process.env['LOOKS'] === 'all'
/** Timeout (ms) of all screens in all looks, each with the accessibility check. */
const TIMEOUT_OF_ALL_MS = 1_200_000

/** Each screen in one of the two languages, to save time; `LOOKS=all` checks all in both. */
function screensIn(language: string): readonly string[] {
  if (ALL) return SCREENS
  return SCREENS.filter((_, index) => index % 2 === (language === 'es' ? 0 : 1))
}

/** Accessibility violations. */
async function stumblingBlocks(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    // The map is a picture with a list next to it.
    .exclude('.maplibregl-map')
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`)
}

test('the sign-in page is accessible', async ({ page }) => {
  await page.goto('/session/login')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  expect(await stumblingBlocks(page)).toEqual([])
})

/** Checks a screen in one look, and its accessibility on request. */
async function expectClean(page: Page, address: string, isChecked: boolean): Promise<void> {
  await settled(page)
  // The menu slides out of sight when the window becomes narrow.
  await expect.poll(() => overflow(page), `${address} is wider than the window`).toBeLessThanOrEqual(0)
  if (isChecked) expect(await stumblingBlocks(page), address).toEqual([])
  await expect(page.locator('body')).not.toContainText(
    /\b(records|telemetry|devices|shell|resources)\.[a-z_]+\.[a-z_]+/,
  )
}

const WIDE = { width: 1440, height: 800 }
const PHONE = { width: 360, height: 800 }

test('every screen fits, wide and light or on a phone in the dark, and is accessible', async ({ page }) => {
  test.setTimeout(ALL ? TIMEOUT_OF_ALL_MS : 400_000)
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await signIn(page, 'administrator')
  for (const [index, address] of SCREENS.entries()) {
    // The check is slow: it runs for one of the two looks, alternating. `LOOKS=all` runs it for both.
    const isChecked = (turn: number) => ALL || index % 2 === turn
    await page.setViewportSize(WIDE)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(address)
    await expectClean(page, address, isChecked(0))
    await page.setViewportSize(PHONE)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectClean(page, address, isChecked(1))
  }
  expect(errors).toEqual([])
})

for (const [name, look] of [
  ['in Spanish', { viewport: WIDE, colorScheme: 'dark', language: 'es', account: 'developer' }],
  ['right to left', { viewport: PHONE, colorScheme: 'light', language: 'ar', account: 'customer-support' }],
] as const) {
  test.describe(name, () => {
    test.use({ viewport: look.viewport, colorScheme: look.colorScheme })

    test('every screen fits, and has its title', async ({ page, request }) => {
      test.setTimeout(ALL ? TIMEOUT_OF_ALL_MS : 180_000)
      const errors: string[] = []
      page.on('pageerror', ({ message }) => errors.push(message))
      const call = await apiOf(request, look.account)
      await call('PATCH', '/me', { language: look.language })
      await signIn(page, look.account)
      for (const address of screensIn(look.language)) {
        await page.goto(address)
        await expectClean(page, address, ALL)
      }
      await call('PATCH', '/me', { language: 'en' })
      expect(errors).toEqual([])
    })
  })
}
