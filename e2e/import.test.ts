import { expect, test } from '@playwright/test'
import { openAs } from './signIn.ts'

test('tags are imported from a file with a wrong row, and taken back', async ({ page }) => {
  await openAs(page, 'administrator', '/tags')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Import from a file' }).click()
  const csv = `Label text,Company\nImported north,1\nImported south,1\n${'x'.repeat(300)},1\n`
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'tags.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('button', { name: 'Read the file' }).click()

  await expect(page.getByText('No column holds: Tag')).toBeVisible()
  await page.getByRole('combobox', { name: 'Field: Label text' }).click()
  await page.getByRole('option', { name: 'Tag', exact: true }).click()
  await page.getByRole('button', { name: 'Test without saving' }).click()

  await expect(page.getByText('2 rows can be imported')).toBeVisible()
  await expect(page.getByRole('row', { name: '4 Label text Input is too long' })).toBeVisible()
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
