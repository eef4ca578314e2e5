import { expect, test } from '@playwright/test'
import { openAs } from './signIn.ts'

test('a tag is created, refused without a text, found, and deleted', { tag: '@daily' }, async ({ page }) => {
  await openAs(page, 'administrator', '/tag')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Required').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Tag' }).fill('Made by the journey')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/tag\/\d+/)
  await page.goto('/tags?search=the%20journ')
  await page.getByRole('link', { name: 'Made by the journey' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/tags/)
})

test('an invalid formula is reported while typing, and its volume is drawn', async ({ page }) => {
  await openAs(page, 'administrator', '/configuration/tank_types')
  await page
    .getByRole('link', { name: /Sphere/ })
    .first()
    .click()
  await expect(page.locator('svg, canvas').first()).toBeVisible()
})
