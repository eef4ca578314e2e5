import { expect, type Page, type Request, test } from '@playwright/test'
import { settled } from './settled.ts'
import { signIn } from './signIn.ts'

const SCREENS = {
  dashboard: '/dashboard',
  alerts: '/alerts',
  devices: '/devices',
  device: '/devices/profile/1',
  customers: '/customers',
  customer: '/customers/profile/4',
  people: '/people',
  'tank-products': '/tank_products',
  orders: '/orders',
  order: '/order/3',
  shipments: '/shipment_planners',
  shipment: '/shipment_planners/1',
  'work-order': '/work_order/2',
  subscriptions: '/subscriptions',
  configuration: '/configuration',
  settings: '/configuration/configure_environment',
  'permission-template': '/configuration/permission_templates/1',
  'my-profile': '/users/my_profile',
} as const

type Screen = keyof typeof SCREENS

test.use({ viewport: { width: 1280, height: 800 } })
test.describe.configure({ mode: 'serial', timeout: 120_000 })

let page: Page
/** Calls of the page that wait for their answer. */
const calls = new Set<Request>()

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  page.on('request', (call) => {
    // Live updates are one call that stays open.
    if (call.resourceType() === 'fetch' && !call.url().includes('/api/live')) calls.add(call)
  })
  // Not on completion: the text of a refused call is never read.
  page.on('response', (response) => calls.delete(response.request()))
  page.on('requestfailed', (call) => calls.delete(call))
  await signIn(page, 'administrator')
  // The offer of the tour would cover a part of each screen.
  await keep('tour', true)
})
test.afterAll(() => page.close())

/** Stores a display setting as the browser does for the signed-in user. */
async function keep(name: string, choice: unknown): Promise<void> {
  await page.evaluate(
    ([key, value]) => {
      const { user_id } = JSON.parse(localStorage.getItem('ullage.user') ?? '{}')
      localStorage.setItem(`ullage.kept.${user_id}.${key}`, JSON.stringify(value))
    },
    [name, choice] as const,
  )
}

/** Compares a screen with its screenshot, once nothing on it moves. */
async function expectPicture(shown: Page, name: string): Promise<void> {
  await expect.poll(() => [...calls].map((call) => call.url())).toEqual([])
  await settled(shown)
  await expect.poll(() => [...calls].map((call) => call.url())).toEqual([])
  await expect.soft(shown).toHaveScreenshot(`${name}.png`)
}

test('the sign-in page', async ({ page: signInPage }) => {
  await signInPage.goto('/session/login')
  await expectPicture(signInPage, 'door')
})

test('the main screens', async () => {
  for (const [name, address] of Object.entries(SCREENS)) {
    await page.goto(address)
    await expectPicture(page, name)
  }
})

test('in the dark', async () => {
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const name of ['dashboard', 'device', 'order'] satisfies Screen[]) {
    await page.goto(SCREENS[name])
    await expectPicture(page, `${name}-dark`)
  }
})

test('from right to left', async () => {
  await page.emulateMedia({ colorScheme: 'light' })
  await keep('look', { isRightToLeft: true })
  for (const name of ['dashboard', 'devices', 'order'] satisfies Screen[]) {
    await page.goto(SCREENS[name])
    await expectPicture(page, `${name}-from-right`)
  }
})

test('on a phone', async () => {
  await keep('look', { isRightToLeft: false })
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [name, address] of Object.entries(SCREENS)) {
    await page.goto(address)
    await expectPicture(page, `${name}-phone`)
  }
})
