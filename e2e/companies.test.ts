import { expect, test } from '@playwright/test'
import { apiOf, openAs } from './signIn.ts'

test('a vendor is created with a contact, and archived', async ({ page }) => {
  await openAs(page, 'administrator', '/configuration/vendor')
  await page.getByRole('textbox', { name: /^Name/ }).fill('Journey Valves')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/configuration\/vendor\/\d+/)
  await page.getByRole('tab', { name: 'People' }).click()
  await page.getByRole('link', { name: 'New person' }).click()
  await expect(page).toHaveURL(/\/people\/profile\?company_id=\d+/)
  await page.getByRole('textbox', { name: /^First name/ }).fill('Vera')
  await page.getByRole('textbox', { name: /^Last name/ }).fill('Valve')
  await page.getByRole('textbox', { name: /^Phone number/ }).fill('9705550142')
  await page.getByRole('textbox', { name: /^E-mail address/ }).fill('vera@valves.example')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/people\/profile\/\d+/)
  await page.goto('/configuration/vendors?search=Journey')
  await page.getByRole('link', { name: 'Journey Valves' }).click()
  await page.getByRole('tab', { name: 'People' }).click()
  await expect(page.getByRole('link', { name: /Vera/ })).toBeVisible()
  await page.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('“Journey Valves” was archived.')).toBeVisible()
})

test('each tab of a customer has its own address', async ({ page }) => {
  await openAs(page, 'administrator', '/customers/profile/4')
  await page.getByRole('tab', { name: 'Devices' }).click()
  await expect(page).toHaveURL(/\/customers\/profile\/4\/devices$/)
  await expect(page.getByRole('heading', { level: 2, name: 'Devices' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Devices' })).toHaveAttribute('aria-selected', 'true')
})

test('the numbers of a bank account are shown in full only on request', async ({ page }) => {
  await openAs(page, 'administrator', '/configuration/bank_accounts')
  await expect(page.getByText('$182,450.37')).toBeVisible()
  await page.getByRole('link', { name: 'Operating account' }).click()
  await expect(page.getByText('••••4321')).toBeVisible()
  await page.getByRole('button', { name: 'Show full numbers' }).click()
  await expect(page.getByText('000987654321')).toBeVisible()
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(
    page.getByRole('tabpanel', { name: 'History' }).getByText('viewed the full numbers'),
  ).toBeVisible()
})

test('the order of a list is changed by the keyboard', async ({ page }) => {
  await openAs(page, 'administrator', '/configuration/options/3?tab=options')
  await page.getByRole('button', { name: 'Change the order' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Move 20 mesh' }).press('Space')
  // Positions are measured after the grip is pressed; an earlier key moves nothing.
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByText(/20 mesh is over position [2-9]/)).toBeAttached({ timeout: 1000 })
  }).toPass()
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('row').nth(1)).toContainText('40 mesh')
})

test('a site is put on a map, also by the arrow keys', async ({ page, request }) => {
  const call = await apiOf(request, 'administrator')
  const { sites } = await call('GET', '/sites?page_size=1&sort=-site_id')
  const { site_id } = sites[0]
  await openAs(page, 'administrator', `/site/${site_id}/details`)
  await page.getByRole('button', { name: 'Edit: Location' }).click()
  await page.getByRole('button', { name: 'Set on a map' }).click()
  const dialog = page.getByRole('dialog', { name: 'Position on the map' })
  const position = dialog.getByRole('status')
  await expect(position).toHaveText(/^-?\d+\.\d{6}, -?\d+\.\d{6}$/)
  const before = (await position.textContent())!
  await dialog.locator('canvas').press('ArrowRight')
  await expect(position).not.toHaveText(before)
  const [latitude, longitude] = (await position.textContent())!.split(', ')
  expect(Number(longitude)).toBeGreaterThan(Number(before.split(', ')[1]))
  await dialog.getByRole('button', { name: 'Use this position' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Latitude' })).toHaveValue(latitude!)
  await expect(page.getByRole('textbox', { name: 'Longitude' })).toHaveValue(longitude!)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Edit: Location' })).toBeVisible()
  const { site } = await call('GET', `/sites/${site_id}`)
  expect(Number(site.latitude)).toBe(Number(latitude))
  expect(Number(site.longitude)).toBe(Number(longitude))
})
