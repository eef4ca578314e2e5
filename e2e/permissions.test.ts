import { expect, test } from '@playwright/test'
import { apiOf, signIn } from './signIn.ts'

test('a right that is taken and given back holds at once, without a new sign-in', async ({
  page,
  browser,
  request,
}) => {
  const staff = await apiOf(request, 'administrator')
  const { users } = await staff('GET', '/users?search=producer%40ullage.example&page_size=0')
  const { user_id } = users[0]
  await signIn(page, 'administrator')
  const other = await browser.newContext()
  const theirs = await other.newPage()
  await signIn(theirs, 'producer')
  const tags = theirs.getByRole('link', { name: 'Device tags' })
  await expect(tags).toBeVisible()

  const turn = async (name: RegExp) => {
    await page.goto(`/user/${user_id}`)
    await page.getByRole('button', { name: /^Permissions at/ }).click()
    await page.getByRole('checkbox', { name }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await turn(/^Device tags: Read$/)
  await expect(tags).toHaveCount(0)
  await theirs.goto('/tags')
  await expect(theirs).toHaveURL(/dashboard/)

  await turn(/^Device tags: Read \(withdrawn\)$/)
  await expect(tags).toBeVisible()
  await tags.click()
  await expect(theirs.getByRole('heading', { name: 'Device tags' })).toBeVisible()
  await other.close()
})
