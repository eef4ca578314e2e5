import { expect, test } from '@playwright/test'
import { apiOf, openAs } from './signIn.ts'

test('a missing camera is reported, and a typed code is still looked up', async ({ page, request }) => {
  const call = await apiOf(request, 'administrator')
  const { device } = await call('GET', '/devices/2')
  await openAs(page, 'technician')
  await page.getByRole('button', { name: 'Search everything' }).click()
  const palette = page.getByRole('dialog')
  await palette.getByRole('textbox').fill('scan a')
  await palette.getByRole('button', { name: 'Scan a code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Part Lookup' })
  await expect(dialog.getByRole('alert')).toHaveText('No cameras detected')
  await dialog.getByRole('textbox').fill('nothing is called so')
  await dialog.getByRole('textbox').press('Enter')
  await expect(dialog.getByText('Invalid QR or no access')).toBeVisible()
  await dialog.getByRole('textbox').fill(device.public_id.toLowerCase())
  await dialog.getByRole('textbox').press('Enter')
  await expect(page).toHaveURL(/\/devices\/profile\/2$/)
})
