import { expect, type Locator, test } from '@playwright/test'
import { apiOf, openAs } from './signIn.ts'

test('the palette opens the result on Enter, however fast the user types', async ({ page }) => {
  await openAs(page, 'administrator')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  // Typed before the palette has loaded.
  await page.keyboard.type('platte valley farmers')
  const search = page.getByRole('textbox', { name: 'Search everything' })
  await expect(search).toHaveValue('platte valley farmers')
  // Pressed before the response arrives.
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/customers\/profile\/\d+/)
  await expect(search).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await search.fill('winter route')
  await expect(page.getByRole('button', { name: /Winter route/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/tag\/\d+/)
})

/** Whether an element is uncovered. */
async function isSeen(message: Locator): Promise<boolean> {
  return message.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    return element === top || element.contains(top) || top?.contains(element) === true
  })
}

test('the error of a field is readable next to its open list', async ({ page }) => {
  await openAs(page, 'administrator', '/devices/profile')
  await page.getByRole('button', { name: 'Save' }).click()
  const first = page.locator('.mantine-InputWrapper-root').filter({ hasText: /^Device type/ })
  const message = first.locator('.mantine-InputWrapper-error')
  await expect(message).toBeVisible()
  await first.getByRole('combobox').click()
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(await isSeen(message)).toBe(true)
})

test('a device is found by its display name, and a choice can be typed over', async ({ page, request }) => {
  const staff = await apiOf(request, 'administrator')
  const { devices } = await staff('GET', '/devices?page_size=50')
  const named = devices.find(({ label }: { label: string | null }) => label && label.length > 8)
  await openAs(page, 'administrator', '/work_order')
  const device = page.getByRole('combobox', { name: /^Device/ })
  await device.click()
  await device.pressSequentially(named.label)
  await expect(page.getByRole('option', { name: named.public_id })).toBeVisible()
  await page.keyboard.press('Enter')
  // It is named after its place and the contents of its tanks.
  await expect(device).toHaveValue(new RegExp(`^${named.label.replace(/[^\w ]/g, '.')}`))
  await page.keyboard.type('no such device')
  await expect(page.getByText('No match')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/work_order$/)
})
