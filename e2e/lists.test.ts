import { expect, type Page, test } from '@playwright/test'
import { apiOf, openAs } from './signIn.ts'

const heightsOf = (page: Page) =>
  page
    .locator('tbody tr')
    .evaluateAll((rows) => [...new Set(rows.map((row) => Math.round(row.getBoundingClientRect().height)))])

test('rows are one line of 44 px, 32 if dense, and cut text is shown in full on demand', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 800 })
  await openAs(page, 'administrator', '/people')
  await expect(page.getByRole('row').nth(15)).toBeVisible()
  expect(await heightsOf(page)).toEqual([44])
  // Not in the first row: the one above it is pressed below.
  const [text = ''] = await page
    .locator('tbody tr:not(:first-child) td span')
    .evaluateAll((all) =>
      all.filter((item) => item.scrollWidth > item.clientWidth).map((item) => item.textContent),
    )
  expect(text).not.toBe('')
  const cut = page.locator('tbody tr:not(:first-child)').getByText(text, { exact: true }).first()
  await cut.hover()
  const whole = page.locator('body > [data-portal] > div').filter({ hasText: text })
  await expect(whole).toBeVisible()
  await page.mouse.move(0, 0)
  await expect(whole).toHaveCount(0)
  // All cut text of the focused row.
  const at = await cut.evaluate((one) => one.closest('tr')?.rowIndex ?? 0)
  await page
    .getByRole('row')
    .nth(at - 1)
    .press('ArrowDown')
  const texts = await page
    .getByRole('row')
    .nth(at)
    .locator('td')
    .evaluateAll((cells) =>
      cells
        .filter((cell) =>
          [...cell.querySelectorAll('span')].some((item) => item.scrollWidth > item.clientWidth),
        )
        .flatMap((cell) => [...cell.querySelectorAll('span')].map((item) => item.textContent)),
    )
  for (const item of texts) await expect(whole).toContainText(item)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByText('Compact').click()
  await expect.poll(() => heightsOf(page)).toEqual([32])
  await page.getByText('Normal').click()
  // The row under the pointer leaves the list.
  await cut.hover()
  await expect(whole).toBeVisible()
  await page.getByRole('searchbox').first().fill('no such person')
  await expect(cut).toHaveCount(0)
  await expect(whole).toHaveCount(0)
})

test('nothing moves when rows are selected, and the selection bar overlays the screen', async ({ page }) => {
  await openAs(page, 'administrator', '/customers')
  const second = page.getByRole('row').nth(2)
  const before = await second.boundingBox()
  await second.getByRole('checkbox').click()
  await expect(page.getByRole('status').filter({ hasText: '1 selected' })).toBeVisible()
  expect(await second.boundingBox()).toEqual(before)
})

test('overdue records are marked by more than color, unless they are finished', async ({ page, request }) => {
  const call = await apiOf(request, 'administrator')
  const first = async (query: string) =>
    (await call('GET', `/transaction_documents?document_type=invoice&sort=due_date&page_size=1&${query}`))
      .transaction_documents[0] as { document_number: string; company_id: number }
  const [late, paid] = [await first('dashboard=1'), await first('status_id=35')]
  const row = ({ document_number }: typeof late) =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: new RegExp(`^${document_number}(?!\\d)`) }) })
  const addressOf = ({ document_number, company_id }: typeof late) =>
    `/orders?document_type=invoice&company_id=${company_id}&search=${document_number}`
  await openAs(page, 'administrator', addressOf(late))
  await expect(row(late).getByRole('img', { name: 'Overdue' })).toBeVisible()
  await page.goto(addressOf(paid))
  await expect(row(paid)).toContainText('Paid')
  await expect(row(paid).getByRole('img', { name: 'Overdue' })).toHaveCount(0)
})

test('an order of the list takes four lines at most on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, 'administrator', '/orders')
  const cards = page.locator('main a[href^="/order/"]')
  await expect(cards.nth(5)).toBeVisible()
  const heights = await cards.evaluateAll((all) =>
    all.map((card) => card.closest('[class*="card"]')!.getBoundingClientRect().height),
  )
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  expect(Math.max(...heights)).toBeLessThanOrEqual(112)
})
