import { expect, test } from '@playwright/test'
import { openAs } from './signIn.ts'

test('a device is found inside words, opened by keyboard, and shows its history', {
  tag: '@daily',
}, async ({ page }) => {
  await openAs(page, 'administrator', '/devices')
  await page.getByRole('searchbox').first().fill('diesel')
  await expect(page).toHaveURL(/search=diesel/)
  const row = page.getByRole('row').nth(1)
  await expect(row).toContainText(/diesel/i)
  // Wait for the result of the search: until then the list may hold other rows.
  await expect(page.getByRole('row').filter({ hasNotText: /diesel/i })).toHaveCount(1)
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/devices\/profile\/\d+/)
  await expect(page.locator('canvas').first()).toBeVisible()
})

test('the palette opens a screen', async ({ page }) => {
  await openAs(page, 'administrator')
  await page.getByRole('button', { name: 'Search everything' }).click()
  await page.getByRole('textbox', { name: 'Search everything' }).fill('tank prod')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/tank_products/)
})

test('the palette finds a record by a part of its name, and by a misspelt one', async ({ page }) => {
  await openAs(page, 'administrator')
  await page.getByRole('button', { name: 'Search everything' }).click()
  const search = page.getByRole('textbox', { name: 'Search everything' })
  await search.fill('farmers coop')
  await page.getByRole('button', { name: /Platte Valley Farmers Cooperative/ }).click()
  await expect(page).toHaveURL(/customers\/profile\/\d+/)
  await expect(
    page.getByRole('heading', { level: 1, name: 'Platte Valley Farmers Cooperative' }),
  ).toBeVisible()
  await expect(search).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await search.fill('plattte valey')
  await expect(page.getByRole('button', { name: /Platte Valley Farmers Cooperative/ })).toBeVisible()
})

test('staff see the raw records of a device', async ({ page }) => {
  await openAs(page, 'employee', '/devices/monitor/1')
  await expect(page.getByText(/mqtt|http|seed/i).first()).toBeVisible()
})
