import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { openAs } from './signIn.ts'

test('a user-defined field is in form, list, search and export of its kind', async ({ page }) => {
  await openAs(page, 'developer', '/configuration/user_defined_field')
  await page.getByRole('combobox', { name: 'Record type' }).click()
  await page.getByRole('option', { name: 'Device tags', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name', exact: false }).first().fill('route_code')
  await page.getByRole('textbox', { name: 'Label', exact: true }).fill('Route code')
  // Pressed by key, because the save bar covers a control just scrolled into view.
  await page.getByRole('switch', { name: 'Show in list' }).press('Space')
  await page.getByRole('switch', { name: 'Searchable' }).press('Space')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Route code' })).toBeVisible()

  await page.goto('/tag')
  await expect(page.getByRole('heading', { level: 2, name: 'Additional fields' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Tag' }).fill('Upper valley')
  await page.getByRole('textbox', { name: 'Route code' }).fill('UV-77')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Upper valley' })).toBeVisible()

  await page.goto('/tags?search=UV-77')
  await expect(page.getByRole('columnheader', { name: 'Route code' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'UV-77' })).toBeVisible()
  await page.getByRole('button', { name: 'Export or print' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'As CSV' }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(file).toContain('Route code')
  expect(file).toContain('UV-77')
})
