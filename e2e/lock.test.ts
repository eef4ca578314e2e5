import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { PASSWORD, signIn } from './signIn.ts'

test('a locked screen hides all tabs until the password is entered, and keeps typed input', async ({
  page,
  context,
}) => {
  await signIn(page, 'employee')
  await page.goto('/tag')
  const name = page.getByRole('textbox').first()
  await name.fill('Half typed')
  const other = await context.newPage()
  await other.goto('/devices')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+Alt+l')
  const locked = page.getByRole('dialog', { name: 'Locked' })
  await expect(locked).toBeVisible()
  await expect(other.getByRole('dialog', { name: 'Locked' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(locked).toBeVisible()
  expect((await new AxeBuilder({ page }).include('dialog').analyze()).violations).toEqual([])
  await locked.getByLabel('Password', { exact: true }).fill('Wrong#2026')
  await locked.getByRole('button', { name: 'Unlock' }).click()
  await expect(locked.getByText('This is not your current password')).toBeVisible()
  await locked.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await locked.getByRole('button', { name: 'Unlock' }).click()
  await expect(locked).toHaveCount(0)
  await expect(other.getByRole('dialog', { name: 'Locked' })).toHaveCount(0)
  await expect(name).toHaveValue('Half typed')
})

test('a reload keeps it locked and shows nothing behind it; signing out leaves every tab', async ({
  page,
  context,
}) => {
  await signIn(page, 'employee')
  const other = await context.newPage()
  await other.goto('/devices')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/session/lock_screen')
  await expect(page.getByRole('dialog', { name: 'Locked' })).toBeVisible()
  await page.goto('/devices')
  await expect(page.getByRole('dialog', { name: 'Locked' })).toBeVisible()
  await expect(page.getByRole('table', { includeHidden: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/session\/login$/)
  await expect(other).toHaveURL(/session\/login$/)
})
