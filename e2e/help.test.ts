import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { openAs } from './signIn.ts'

test('help about the screen is read, voted on, and found by a word of its text', async ({ page }) => {
  await openAs(page, 'customer')
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Help' })
  await expect(drawer.getByRole('heading', { name: 'About this screen' })).toBeVisible()
  await expect(drawer.getByRole('link', { name: 'Edit articles' })).toHaveCount(0)
  await drawer.getByRole('searchbox').fill('hatched')
  await drawer.getByRole('button', { name: 'Search', exact: true }).click()
  await drawer.getByRole('button', { name: /Reading the dashboard/ }).click()
  const article = page.getByRole('dialog', { name: 'Which tanks need attention, and when' })
  await article.getByRole('button', { name: 'Yes, it helped' }).click()
  await expect(article.getByRole('status')).toHaveText('Thank you for your feedback.')
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
})

test('articles have name, title and day, are searched on request, and only staff may write', async ({
  page,
}) => {
  await openAs(page, 'customer')
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Help' })
  const article = drawer.getByRole('button', { name: /Reading the dashboard/ }).first()
  await expect(article).toContainText('Which tanks need attention, and when')
  await expect(article).toContainText(/\d{4}/)
  const search = drawer.getByRole('searchbox')
  await expect(search).toHaveAttribute('maxlength', '255')
  await search.pressSequentially('nothing is called so')
  expect(requested.filter((url) => url.includes('search=nothing'))).toEqual([])
  await search.press('Enter')
  await expect(drawer.getByText(/no articles available/i)).toBeVisible()
  await search.fill('')
  await expect(article).toBeVisible()
  await expect(drawer.getByText('Add article')).toHaveCount(0)
  await openAs(page, 'administrator')
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  await expect(drawer.getByRole('link', { name: 'Edit articles' })).toBeVisible()
  await drawer.getByRole('link', { name: 'Add article' }).click()
  await expect(page).toHaveURL(/help_article/)
})

test('staff write an article and translate it', async ({ page }) => {
  await openAs(page, 'employee', '/configuration/help_articles/add')
  await page.getByRole('textbox', { name: 'Name in the list' }).fill('Winter valves')
  await page.getByRole('textbox', { name: 'Title' }).fill('Valves in the frost')
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Open them slowly.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/help_article\/\d+/)
  const id = /\d+$/.exec(page.url())?.[0]
  await page.goto(`/configuration/help_articles/translate/${id}`)
  await expect(page.getByText('Open them slowly.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name in the list' }).fill('Válvulas')
  await page.getByRole('textbox', { name: 'Title' }).fill('Válvulas con helada')
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Ábralas despacio.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
})

test('tech help is searched, shows what support needs, and the tour leads through the screens', async ({
  page,
}) => {
  await openAs(page, 'customer-support', '/techhelp')
  await page.getByRole('searchbox').fill('hatched')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('button', { name: /Reading the dashboard/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /Tanker trucks/ })).toHaveCount(0)
  await expect(page.getByText('customer-support@ullage.example')).toBeVisible()
  await page.getByRole('button', { name: 'Show me around' }).click()
  await expect(page.getByText('Everything you can open')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Find anything', { exact: true })).toBeVisible()
})
