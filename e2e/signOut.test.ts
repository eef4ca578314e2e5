import { expect, type Locator, type Page, test } from '@playwright/test'
import { apiOf, signIn } from './signIn.ts'

/** Everything that the pages can store. */
const storageOf = (page: Page) =>
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

/** Opens the user menu, and returns its sign-out entry. */
async function wayOut(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Your account' }).click()
  const out = page.getByRole('menuitem', { name: 'Log out' })
  await expect(out).toBeVisible()
  return out
}

test('signing out removes everything read or typed, from every tab and store', async ({
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
  await expect.poll(async () => JSON.stringify(await storageOf(page))).toContain('Half typed')
  await page.goto('/dashboard')
  expect(JSON.stringify(await storageOf(other))).toContain('employee@ullage.example')
  await (await wayOut(page)).click()
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/session\/login$/)
    const { local, session, cached, databases } = await storageOf(tab)
    const text = JSON.stringify([local, session, databases])
    for (const remnant of ['Half typed', 'employee', name]) expect(text).not.toContain(remnant)
    expect(session).toEqual([])
    expect(local.filter(([key]) => key.startsWith('ullage.kept.'))).toEqual([])
    expect(cached.filter((path) => path.startsWith('/api'))).toEqual([])
    await expect(tab.getByText(name)).toHaveCount(0)
    await tab.goBack()
    await expect(tab.getByText(name)).toHaveCount(0)
    await expect(tab.getByRole('table')).toHaveCount(0)
  }
  expect((await context.cookies()).filter(({ name: cookie }) => cookie === 'token')).toEqual([])
})

test('signing out without a connection leaves nothing either', async ({ page, context }) => {
  await signIn(page, 'employee')
  const out = await wayOut(page)
  await context.setOffline(true)
  await out.click()
  await expect.poll(async () => JSON.stringify((await storageOf(page)).local)).not.toContain('employee')
  expect((await context.cookies()).filter(({ name }) => name === 'token')).toEqual([])
})

test('a lost session leads every tab to the sign-in page, each with its way back', async ({
  page,
  context,
}) => {
  await signIn(page, 'employee')
  const other = await context.newPage()
  await other.goto('/tags?search=winter')
  await expect(other.getByRole('heading', { name: 'Tags' })).toBeVisible()
  await page.goto('/people?search=lee')
  await expect(page.getByRole('heading', { name: 'People' })).toBeVisible()
  const token = (await context.cookies()).find(({ name }) => name === 'token')!.value
  const authorization = `Bearer ${decodeURIComponent(token)}`
  const ended = await context.request.get('/api/authenticate/logout', {
    headers: { 'x-api-key': 'ullage-web', authorization },
  })
  expect(ended.status()).toBe(200)
  // Open pages are notified; no request is needed.
  await expect(page).toHaveURL(/session\/login\/%2Fpeople%3Fsearch%3Dlee$/)
  await expect(other).toHaveURL(/session\/login\/%2Ftags%3Fsearch%3Dwinter$/)
})
