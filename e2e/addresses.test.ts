import { expect, test } from '@playwright/test'
import { settled } from './settled.ts'
import { openAs } from './signIn.ts'

test('a path without a session leads to the sign-in page, and from there back', async ({ page }) => {
  await page.goto('/tags?page_num=2')
  await expect(page).toHaveURL(/\/session\/login\/%2Ftags%3Fpage_num%3D2$/)
})

test('a path with a dot can be a screen, and a missing file is not found', async ({ page, request }) => {
  await page.goto('/people?search=maya@ullage.example')
  await expect(page).toHaveURL(/\/session\/login\/%2Fpeople%3Fsearch%3Dmaya%40ullage\.example$/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await openAs(page, 'administrator', '/configuration/1.5')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  expect((await request.get('/assets/gone.js')).status()).toBe(404)
})

test('the root is the dashboard, and a trailing slash is removed', async ({ page }) => {
  await openAs(page, 'administrator', '/')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/tags/?search=winter')
  await expect(page).toHaveURL(/\/tags\?search=winter$/)
})

test('a HEAD request for a page succeeds', async ({ request }) => {
  const response = await request.head('/devices')
  expect(response.status()).toBe(200)
  expect(response.headers()['content-type']).toBe('text/html; charset=utf-8')
})

test('an id is digits, and a missing record is reported with a link to continue', async ({ page }) => {
  await openAs(page, 'administrator')
  const invalid = [
    '/devices/monitor/one',
    '/devices/monitor/new',
    '/customers/profile/4x',
    '/configuration/tank_manufacturer/x',
    '/configuration/mysql/x',
    '/configuration/shipping_carrier/x',
    'a user who may not open a screen is led to the dashboard, and the console says why',
    '/nowhere',
  ]
  for (const address of invalid) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('users without access to a screen are sent to the dashboard; the console shows why', async ({
  page,
}) => {
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await openAs(page, 'customer')
  for (const address of ['/configuration', '/devices/monitor/1', '/tanker_trucks']) {
    await page.goto(address)
    await expect(page).toHaveURL(/\/dashboard$/)
    expect(logged).toContain(`Permission denied: ${address}`)
    await expect(page.getByText('Permission denied.')).toBeVisible()
  }
})

test('a part of a screen requires every permission that is listed for it, and new records have their address', async ({
  page,
}) => {
  await openAs(page, 'customer-readonly', '/shipment_planners/2/finalize')
  await expect(page).toHaveURL(/\/dashboard$/)
  await openAs(page, 'administrator', '/shipment_planners/new')
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
})

test('a list has its page in the address, and a new screen begins at its top', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 500 })
  await openAs(page, 'administrator', '/devices?page_size=25')
  await expect(page.getByRole('row').nth(20)).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await expect(page).toHaveURL(/page_num=2/)
  await page.getByRole('row').nth(3).getByRole('link').first().click()
  await expect(page.getByRole('tab', { name: 'Tanks', exact: true })).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

// The distributor of the demo runs their own back office.
const OFFICE = [
  ...[
    /^Orders\d*$/,
    'Billing',
    'COD collections',
    'Receivables',
    'Prices',
    'Accounting',
    'Tax return',
    'Reports',
  ],
] as const
for (const [login, first, today, fleet, customers, office, sales] of [
  ['customer', ['Home'], [], [], [], ['Statement'], []],
  [
    'distributor',
    [],
    ['Dispatch'],
    ['Tanker trucks', 'Work orders'],
    ['Customers'],
    OFFICE,
    [/^Delivery checks\d*$/],
  ],
] as const) {
  test(`the menu of a ${login} fits the login type`, async ({ page }) => {
    await openAs(page, login)
    const menu = page.getByRole('navigation', { name: 'Main navigation' })
    await expect(menu.getByRole('link')).toHaveText([
      ...first,
      'Dashboard',
      // Their number is shown next to it.
      /^Alerts\d*$/,
      ...today,
      'Devices',
      'Device tags',
      'Tank products',
      ...fleet,
      'Forecast accuracy',
      ...customers,
      'Sites',
      'People',
      ...office,
      'Shipments',
      ...sales,
      'Users',
      'Tech help',
    ])
  })
}

test('requests before the code of a screen has loaded are those of the screen, each sent once', async ({
  page,
}) => {
  await openAs(page, 'administrator', '/techhelp')
  const read: string[] = []
  // Rows read their next deliveries once they are drawn, one call for all rows drawn so far.
  page.on('request', (one) => /\/api\/(?!live|deliveries\/coming)/.test(one.url()) && read.push(one.url()))
  for (const title of ['Dashboard', 'Alerts', 'Dispatch', 'People']) {
    await page.goto('/techhelp')
    await settled(page)
    const before = read.splice(0)
    await page.getByRole('navigation').getByRole('link', { name: title, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await settled(page)
    const byItself = read.splice(0)
    await page.reload({ waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const first = read.filter((address) => !before.includes(address))
    expect(first.length, title).toBeGreaterThan(0)
    expect(
      first.filter((address) => !byItself.includes(address)),
      title,
    ).toEqual([])
    await settled(page)
    expect(
      read.filter((address) => first.includes(address)),
      title,
    ).toEqual([...new Set(first)])
  }
})
