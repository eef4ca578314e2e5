import { expect, test } from '@playwright/test'
import { apiOf, openAs } from './signIn.ts'

test('the header shows the user’s local time and the permanent controls', async ({ page }) => {
  await openAs(page, 'administrator')
  const header = page.getByRole('banner')
  await expect(header.getByText(/^\d{1,2}:\d{2} [AP]M E[SD]T$/)).toBeVisible()
  await expect(header.getByText('DEV MODE')).toHaveCount(0)
  for (const name of ['Search everything', 'Scan a code', 'Help', /^Notifications/, 'Your account']) {
    await expect(header.getByRole('button', { name })).toBeVisible()
  }
  await openAs(page, 'developer')
  await expect(header.getByText('DEV MODE')).toBeVisible()
})

test('the user menu leads to the user’s own pages, shows the version, and leads to the configuration if permitted', async ({
  page,
}) => {
  await openAs(page, 'administrator', '/tags')
  await page.getByRole('button', { name: 'Your account' }).click()
  for (const name of ['My profile', 'Change the photo', 'Configuration', 'Show me around', 'Log out'])
    await expect(page.getByRole('menuitem', { name })).toBeVisible()
  await expect(page.getByText(/^Version /)).toBeVisible()
  await openAs(page, 'customer', '/tags')
  await page.getByRole('button', { name: 'Your account' }).click()
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Configuration' })).toHaveCount(0)
})

test('the header on a phone shows the time, too, and opens the menu', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openAs(page, 'developer', '/tags')
  const header = page.getByRole('banner')
  await expect(header.locator('time:visible')).toHaveText(/^\d{1,2}:\d{2} [AP]M$/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await header.getByRole('button', { name: 'Your account' }).click()
  await expect(page.getByRole('menu').getByText('DEV MODE')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More' }).click()
  const menu = page.getByRole('navigation', { name: 'Main navigation' })
  await expect(menu.getByRole('link', { name: 'Devices', exact: true })).toBeVisible()
})

test('the main controls on a phone are at the bottom, and all controls are large enough', {
  tag: '@daily',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, 'administrator', '/tags')
  expect((await page.getByRole('banner').boundingBox())!.height).toBeLessThanOrEqual(56)
  const bar = page.getByRole('navigation', { name: 'Most used' })
  for (const target of await bar.locator('a, button').all()) {
    const { width, height } = (await target.boundingBox())!
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
  await bar.getByRole('button', { name: 'More' }).click()
  const menu = page.getByRole('navigation', { name: 'Main navigation' })
  expect((await menu.getByRole('link', { name: 'People' }).boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await menu.getByRole('link', { name: 'People' }).click()
  await expect(page).toHaveURL(/\/people$/)
  // The menu makes room for the screen it led to.
  await expect(bar.getByRole('button', { name: 'More' })).toHaveAttribute('aria-expanded', 'false')
  await bar.getByRole('link', { name: 'Devices' }).click()
  await expect(page).toHaveURL(/\/devices$/)
})

test('the menu keeps the user’s width, and is narrow on small windows', async ({ page }) => {
  await openAs(page, 'administrator')
  const menu = page.locator('.mantine-AppShell-navbar')
  const width = async () => Math.round((await menu.boundingBox())!.width)
  await expect.poll(width).toBe(250)
  await page.getByRole('button', { name: 'Collapse the menu' }).click()
  await expect.poll(width).toBe(70)
  await page.reload()
  await expect.poll(width).toBe(70)
  await page.getByRole('button', { name: 'Expand the menu' }).click()
  await expect.poll(width).toBe(250)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect.poll(width).toBe(70)
})

test('the bell shows five, refreshes, and leads to all', async ({ page, request }) => {
  const call = await apiOf(request, 'technician')
  for (let one = 1; one <= 6; one += 1)
    await call('POST', '/me/notifications', { message: `Look at tank ${one}` })
  await openAs(page, 'technician')
  await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click()
  const bell = page.getByRole('dialog', { name: 'Notifications' })
  await expect(bell.getByRole('listitem').first()).toBeVisible()
  await expect(bell.getByRole('listitem')).toHaveCount(5)
  await bell.getByRole('button', { name: 'Refresh' }).click()
  await bell.getByRole('link', { name: 'View All' }).click()
  await expect(page).toHaveURL(/\/me\/notifications$/)
})

test('an empty search, a removed tag, and the spans of a history show the specified texts', async ({
  page,
}) => {
  await openAs(page, 'administrator', '/devices?search=nothing-is-called-so')
  await expect(page.getByText('No devices found. Please try again with a different filter.')).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveAttribute('maxlength', '100')
  await page.goto('/devices/profile/1')
  await expect(page.getByRole('radiogroup').first()).toContainText(/1w\s*1m\s*YTD\s*1y\s*All/)
  await page
    .getByRole('button', { name: /^Delete the tag/ })
    .first()
    .click()
  await expect(page.getByText('Are you sure you want to delete this tag from this device?')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the print preview of a list is opened and closed', async ({ page }) => {
  await openAs(page, 'administrator', '/tags')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: /Print/ }).click()
  const paper = page.getByRole('dialog')
  await expect(paper.frameLocator('iframe').getByText('Winter route')).toBeVisible()
  await paper.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(paper).toHaveCount(0)
})

test('a picture is chosen, rotated, rotated back, and saved as the photo', async ({ page }) => {
  await openAs(page, 'producer')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Change the photo' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles('docs/images/dashboard.png')
  await dialog.getByRole('button', { name: 'Rotate' }).click()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Your account' }).locator('img')).toBeVisible()
})

test('the frame around the screens does not change between screens', async ({ page }) => {
  await openAs(page, 'administrator', '/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Help' }).click()
  const help = page.getByRole('dialog')
  await expect(help).toBeVisible()
  const header = await page.locator('.mantine-AppShell-header').elementHandle()
  for (const address of ['/orders', '/work_orders', '/devices']) {
    // Navigates like a link, without closing overlays.
    await page.locator(`nav a[href="${address}"]`).evaluate((link: HTMLElement) => link.click())
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    expect(await header!.evaluate((element) => element.isConnected)).toBe(true)
    await expect(help).toBeVisible()
  }
})
