import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
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

/** All in English; of the others each screen in one of them, for what is there takes its time. */
function screensIn(language: string): readonly string[] {
  if (language === 'en') return SCREENS
  return SCREENS.filter((_, index) => index % 2 === (language === 'es' ? 0 : 1))
}

/** What a screen reader, or somebody who sees little, would stumble over. */
async function stumblingBlocks(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    // The map is a picture with a list beside it.
    .exclude('.maplibregl-map')
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`)
}

async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
}

test('the door is clean for everybody', async ({ page }) => {
  await page.goto('/session/login')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  expect(await stumblingBlocks(page)).toEqual([])
})

for (const [name, look] of [
  ['wide and light', { width: 1440, colorScheme: 'light', language: 'en', account: 'administrator' }],
  ['on a phone, dark', { width: 360, colorScheme: 'dark', language: 'en', account: 'administrator' }],
  ['in Spanish', { width: 1440, colorScheme: 'dark', language: 'es', account: 'developer' }],
  ['right to left', { width: 360, colorScheme: 'light', language: 'ar', account: 'customer-support' }],
] as const) {
  test.describe(name, () => {
    test.use({ viewport: { width: look.width, height: 800 }, colorScheme: look.colorScheme })

    test('every screen fits, says what it is, and nobody stumbles', async ({ page, request }) => {
      test.setTimeout(180_000)
      const errors: string[] = []
      page.on('pageerror', ({ message }) => errors.push(message))
      const call = await apiOf(request, look.account)
      await call('PATCH', '/me', { language: look.language })
      await signIn(page, look.account)
      for (const address of screensIn(look.language)) {
        await page.goto(address)
        await settled(page)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(overflow, `${address} is wider than the window`).toBeLessThanOrEqual(0)
        // What somebody stumbles over is the same in every language.
        if (look.language === 'en') expect(await stumblingBlocks(page), address).toEqual([])
        await expect(page.locator('body')).not.toContainText(
          /\b(records|telemetry|devices|shell|resources)\.[a-z_]+\.[a-z_]+/,
        )
      }
      expect(errors).toEqual([])
    })
  })
}
