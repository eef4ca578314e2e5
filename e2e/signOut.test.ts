import { expect, type Page, test } from '@playwright/test'
import { apiOf, signIn } from './signIn.ts'

/** Everything that a page of ours can keep beyond itself. */
const keptBy = (page: Page) =>
  page.evaluate(async () => {
    const urls: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname)
    return {
      local: Object.entries({ ...localStorage }),
      session: Object.entries({ ...sessionStorage }),
      cached: urls,
      databases: (await indexedDB.databases()).map(({ name }) => name),
    }
  })

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
}

test('signing out leaves nothing of what was read or typed, in no tab and no store', async ({
  page,
  context,
  request,
}) => {
  const staff = await apiOf(request, 'employee')
  const { tags } = await staff('GET', '/tags?page_size=1')
  const name: string = tags[0].tag
  await signIn(page, 'employee')
  const other = await context.newPage()
  await other.goto(`/tags?search=${encodeURIComponent(name)}`)
  await expect(other.getByRole('cell', { name })).toBeVisible()
  await page.goto('/tag')
  await page.getByRole('textbox').first().fill('Half typed')
  await expect.poll(async () => JSON.stringify(await keptBy(page))).toContain('Half typed')
  await page.goto('/dashboard')
  expect(JSON.stringify(await keptBy(other))).toContain('employee@ullage.example')
  await logOut(page)
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/session\/login$/)
    const { local, session, cached, databases } = await keptBy(tab)
    const text = JSON.stringify([local, session, databases])
    for (const told of ['Half typed', 'employee', name]) expect(text).not.toContain(told)
    expect(session).toEqual([])
    expect(cached.filter((path) => path.startsWith('/api'))).toEqual([])
    await expect(tab.getByText(name)).toHaveCount(0)
    await tab.goBack()
    await expect(tab).toHaveURL(/session\/login/)
    await expect(tab.getByText(name)).toHaveCount(0)
  }
  expect((await context.cookies()).filter(({ name: cookie }) => cookie === 'token')).toEqual([])
})

test('signing out without a connection leaves nothing either', async ({ page, context }) => {
  await signIn(page, 'employee')
  await context.setOffline(true)
  await logOut(page)
  await expect.poll(async () => JSON.stringify((await keptBy(page)).local)).not.toContain('employee')
  expect((await context.cookies()).filter(({ name }) => name === 'token')).toEqual([])
})
