import { expect, test } from '@playwright/test'
import { openAs } from './signIn.ts'

test('tags are imported from a file with an invalid row, and undone', { tag: '@daily' }, async ({ page }) => {
  await openAs(page, 'administrator', '/tags')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Import from a file' }).click()
  const csv = `Label text,company_id\nImported north,1\nImported south,1\n${'x'.repeat(300)},1\n`
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'tags.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('button', { name: 'Read the file' }).click()

  await expect(page.getByText('No column for: Tag')).toBeVisible()
  await page.getByRole('combobox', { name: 'Field: Label text' }).click()
  await page.getByRole('option', { name: 'Tag', exact: true }).click()
  await page.getByRole('button', { name: 'Test without saving' }).click()

  await expect(page.getByRole('main').getByRole('status')).toHaveText('2new0changed0the same1refused')
  await expect(page.getByRole('row', { name: /^4 Label text x+ Input is too long$/ })).toBeVisible()
  const refused = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  expect((await refused).suggestedFilename()).toMatch(/^refused-rows-\d+\.csv$/)
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByText('2 records were imported from tags.csv.')).toBeVisible()

  await page.getByRole('link', { name: 'Imported north' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Imported north' })).toBeVisible()
  await page.goto('/configuration/data_import_logs')
  await page.getByRole('link', { name: 'tags.csv' }).first().click()
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByText('This import was undone.')).toBeVisible()
  await page.goto('/tags?search=Imported')
  await expect(page.getByRole('link', { name: 'Imported north' })).toHaveCount(0)
})

test('customers, sites, devices and tanks come from one sheet, with their keys, and are undone', async ({
  page,
}) => {
  await openAs(page, 'administrator', '/customers')
  await page.getByRole('link', { name: 'Import from a spreadsheet' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Template (CSV)' }).click()
  await page.locator('input[type=file]').setInputFiles(await (await saved).path())
  await page.getByRole('button', { name: 'Read the file' }).click()
  await expect(page.getByRole('combobox', { name: 'Field: Tank: Capacity (gal)' })).toHaveValue(
    'Tank: Capacity (gal)',
  )
  await page.getByRole('button', { name: 'Test without saving' }).click()

  await expect(page.getByRole('main').getByRole('status')).toHaveText('2new0changed0the same0refused')
  await expect(page.getByRole('row', { name: 'Customers 1 0' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Tanks 2 0' })).toBeVisible()
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByRole('link', { name: 'Kearney Grain' })).toBeVisible()

  await page.getByRole('button', { name: 'Create the keys of 2 devices' }).click()
  await expect(page.getByRole('row', { name: /EXAMPLE-0002/ })).toBeVisible()
  const keys = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as a file' }).click()
  expect((await keys).suggestedFilename()).toMatch(/^device-keys-\d+\.csv$/)
  await page.reload()
  await expect(
    page.getByRole('button', { name: 'Create new keys for 2 devices that have not reported' }),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByText('This import was undone.')).toBeVisible()
})
