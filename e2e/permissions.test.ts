import { expect, test } from '@playwright/test'
import { apiOf, openAs, signIn } from './signIn.ts'

test('a withdrawn and restored right takes effect at once, without a new sign-in', { tag: '@daily' }, async ({
  page,
  browser,
  request,
}) => {
  const staff = await apiOf(request, 'administrator')
  const producer = await apiOf(request, 'producer')
  const { users } = await staff('GET', '/users?search=producer%40ullage.example&page_size=0')
  const { user_id, company_id } = users[0]
  const other = await browser.newContext()
  const theirs = await other.newPage()
  await signIn(theirs, 'producer')
  const tags = theirs.getByRole('link', { name: 'Device tags' })
  await expect(tags).toBeVisible()

  await openAs(page, 'administrator', `/user/${user_id}`)
  await page.getByRole('button', { name: /^Permissions at/ }).click()
  await page.getByRole('checkbox', { name: 'Device tags: Read', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(tags).toHaveCount(0)
  expect((await producer('GET', '/tags')).code).toBe(405)

  await staff('PATCH', `/users/${user_id}/company/${company_id}/permissions`, { withdrawn: [] })
  await expect(tags).toBeVisible()
  expect((await producer('GET', '/tags')).code).toBe(200)
  await other.close()
})
