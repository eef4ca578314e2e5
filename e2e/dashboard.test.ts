import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { apiOf, openAs } from './signIn.ts'

const order = (page: Page) =>
  page
    .getByRole('button', { name: /^Size of / })
    .evaluateAll((handles) =>
      handles.map((handle) => handle.getAttribute('aria-label')?.replace(/^Size of |:.*$/g, '')),
    )

/** Drags like a hand: presses, moves in steps, releases. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.hover()
  await page.mouse.down()
  const { x, y } = (await to.boundingBox())!
  await page.mouse.move(x + 30, y + 30, { steps: 4 })
  await page.mouse.move(x + 10, y + 10, { steps: 8 })
  await page.mouse.up()
}

test('a dashboard is arranged by pointer and by keys, stored, and reset to the default', async ({
  page,
  request,
}) => {
  const call = await apiOf(request, 'distributor')
  await call('PATCH', '/me', { language: 'en' })
  await call('PATCH', '/me/dashboard_layout', { dashboard_layout: null })
  await openAs(page, 'distributor')
  const handle = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true })
  await page.getByRole('button', { name: 'Arrange' }).click()
  await expect(handle('Map')).toBeVisible()
  const before = await order(page)

  await drag(page, handle('Map'), handle('Today'))
  await expect.poll(async () => (await order(page))[0]).toBe('Map')
  await page.getByRole('button', { name: /^Size of Map/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Size of Map: 5 columns, 4 rows' })).toBeFocused()
  await page.getByRole('button', { name: 'Remove Needs attention' }).click()
  const { violations } = await new AxeBuilder({ page })
    .exclude('.maplibregl-map')
    .exclude('[inert]')
    .analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Arrange' })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Map' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Arrange' }).click()
  await expect(page.getByRole('button', { name: 'Size of Map: 5 columns, 4 rows' })).toBeVisible()
  await page.getByRole('button', { name: 'Restore defaults' }).click()
  await expect.poll(() => order(page)).toEqual(before)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  const map = page.getByRole('application', { name: 'Map of devices' })
  await map.scrollIntoViewIfNeeded()
  await expect.poll(async () => (await map.boundingBox())?.height).toBeGreaterThan(100)
})

test('typed input survives a lost session and a closed tab', async ({ page, context, request }) => {
  const call = await apiOf(request, 'administrator')
  const { tags } = await call('GET', '/tags?page_size=1')
  const address = `/tag/${tags[0].tag_id}`
  await openAs(page, 'administrator', address)
  await page.getByRole('button', { name: /^Edit: / }).click()
  const field = page.getByRole('textbox').first()
  await field.fill('Half a thought')
  // The session ends on the server, so the next call leads to the sign-in page.
  await page.route('**/api/search*', (route) =>
    route.fulfill({ status: 403, json: { code: 403, message: '' } }),
  )
  await page.getByRole('button', { name: 'Search everything' }).click()
  await page.getByPlaceholder('Type to search…').fill('abc')
  await expect(page).toHaveURL(/session\/login/)
  await page.unroute('**/api/search*')
  await page.getByRole('textbox').first().fill('administrator@ullage.example')
  await page.locator('input[type=password]').fill('Ullage#2026')
  await page.locator('button[type=submit]').click()
  await expect(page).toHaveURL(new RegExp(`${address}$`))
  await expect(page.getByText(/You have unsaved changes from/)).toBeVisible()

  const tab = await context.newPage()
  await page.close({ runBeforeUnload: false })
  await tab.goto(address)
  await tab.getByRole('button', { name: 'Restore them' }).click()
  await expect(tab.getByRole('textbox').first()).toHaveValue('Half a thought')
  await tab.getByRole('button', { name: 'Discard changes' }).click()
  await tab.reload()
  await expect(tab.getByRole('button', { name: /^Edit: / })).toBeVisible()
  await expect(tab.getByText(/You have unsaved changes from/)).toHaveCount(0)
})
