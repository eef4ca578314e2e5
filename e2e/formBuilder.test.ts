import { expect, test } from '@playwright/test'
import { apiOf, signIn } from './signIn.ts'

test('a developer puts a form together, and a customer fills it in', async ({ page, request }) => {
  const developer = await apiOf(request, 'developer')
  await developer('GET', '/sql/sync')
  await signIn(page, 'developer')
  await page.goto('/configuration/form')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('route_request')
  await page.getByRole('combobox', { name: 'Table' }).fill('tags')
  await page.getByRole('option', { name: 'tags', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name of one' }).fill('Tag')
  await page.getByRole('textbox', { name: 'Name of several' }).fill('Tags')
  await page.getByRole('textbox', { name: 'Endpoint' }).fill('/tags')
  await page.getByRole('button', { name: 'Add all' }).click()
  await page.getByRole('group', { name: 'Tag' }).getByRole('textbox', { name: 'Default' }).fill('Route')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'route_request' })).toBeVisible()

  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect(page.getByRole('textbox', { name: 'Tag' })).toHaveValue('Route')
  await expect(page.getByRole('link', { name: 'Fill in the form' })).toBeVisible()

  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await signIn(page, 'customer')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Forms to fill in' }).click()
  await page.getByRole('link', { name: 'Route request' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Route request' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Tag' }).fill('Route 12')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Route 12' })).toBeVisible()
})
