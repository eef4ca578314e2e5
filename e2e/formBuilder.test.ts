import { expect, test } from '@playwright/test'
import { apiOf, openAs } from './signIn.ts'

test('a developer builds a form, and a customer fills it in', async ({ page, request }) => {
  const developer = await apiOf(request, 'developer')
  await developer('GET', '/sql/sync')
  await openAs(page, 'developer', '/configuration/form')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('route_request')
  await page.getByRole('combobox', { name: 'Table' }).fill('tags')
  await page.getByRole('option', { name: 'tags', exact: true }).click()
  await page.getByRole('textbox', { name: 'Singular name' }).fill('Tag')
  await page.getByRole('textbox', { name: 'Plural name' }).fill('Tags')
  await page.getByRole('textbox', { name: 'Endpoint' }).fill('/tags')
  await page.getByRole('button', { name: 'Add all' }).click()
  const tag = page.getByRole('group', { name: 'Tag' })
  await tag.getByRole('textbox', { name: 'Default' }).fill('Route')
  await tag.getByRole('textbox', { name: 'Comments' }).fill('North or south')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'route_request' })).toBeVisible()

  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect(page.getByRole('textbox', { name: 'Tag' })).toHaveValue('Route')
  await expect(page.getByRole('link', { name: 'Fill in the form' })).toBeVisible()

  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await openAs(page, 'customer')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Forms to fill in' }).click()
  await page.getByRole('link', { name: 'Route request' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Route request' })).toBeVisible()
  await expect(page.getByText('North or south')).toBeVisible()
  await page.getByRole('textbox', { name: 'Tag' }).fill('Route 12')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Route 12' })).toBeVisible()
})

test('a form within a form follows it, for the record that was just created', async ({ page, request }) => {
  const developer = await apiOf(request, 'developer')
  await developer('GET', '/sql/sync')
  const { sql_tables } = await developer('GET', '/sql/tables?options=1')
  const table = (name: string) =>
    sql_tables.find(({ label }: { label: string }) => label === name).table_id as number
  const makeForm = async (form: object) => (await developer('POST', '/forms', form)).sql_form.form_id
  const fieldOf = (name: string, input_type = 'text') => ({ name, input_type })
  const label = { singular_obj: 'Yard', plural_obj: 'Yards' }
  const last = await makeForm({
    ...label,
    name: 'yard_tag',
    primary_table_id: table('tags'),
    endpoint: '/tags',
    fields: [fieldOf('company_id', 'select'), fieldOf('tag')],
  })
  const section = await makeForm({
    ...label,
    name: 'yard_details',
    primary_table_id: table('companies'),
    sub_form_id: last,
    fields: [fieldOf('website', 'url')],
  })
  const first = await makeForm({
    ...label,
    name: 'new_yard',
    primary_table_id: table('companies'),
    endpoint: '/customers',
    sub_form_id: section,
    fields: [fieldOf('company'), fieldOf('payment_term_id', 'select')],
  })
  await openAs(page, 'administrator')
  // The options were read before: the new record must be among them anyway.
  await page.goto(`/forms/${last}`)
  await page.getByRole('combobox', { name: 'Company' }).click()
  await expect(page.getByRole('option', { name: 'Prairie Star Propane' })).toBeVisible()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Forms to fill in' }).click()
  await page.locator(`a[href="/forms/${first}"]`).click()
  await expect(page.getByText('Next form: Yard tag')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Northern Yard')
  await page.getByRole('combobox', { name: 'Payment terms' }).click()
  await page.getByRole('option').first().click()
  await expect(page.getByRole('heading', { level: 2, name: 'Yard details' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Website' }).fill('https://yard.example')
  await page.getByRole('button', { name: 'Save' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Yard tag' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Company' })).toHaveValue('Northern Yard')
  await page.getByRole('textbox', { name: 'Tag' }).fill('North')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'North' })).toBeVisible()
})
