import { expect, test } from '@playwright/test'
import { settled } from './settled.ts'
import { openAs } from './signIn.ts'

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the shell opens from the cache and says that figures may be old', async ({ page, context }) => {
    await openAs(page, 'administrator')
    await page.evaluate(() => navigator.serviceWorker.ready)
    // Files that the first visit loaded before the worker was active are cached on the second.
    await page.reload()
    // Its widgets are separate parts, which come after the heading.
    await settled(page)
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText('You are offline')).toHaveCount(0)
  })

  test('a user who goes offline after the page of a new build has loaded still has every screen of the previous one', async ({
    page,
    context,
  }) => {
    const builds = () =>
      page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('ullage-shell-')))
    await openAs(page, 'administrator')
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.goto('/tank_products')
    await settled(page)
    // The cache now belongs to an earlier build.
    await page.evaluate(async () => {
      const [name] = (await caches.keys()).filter((item) => item.startsWith('ullage-shell-'))
      const [now, before] = [await caches.open(name!), await caches.open('ullage-shell-before')]
      for (const request of await now.keys()) await before.put(request, (await now.match(request))!)
      await caches.delete(name!)
    })
    await page.goto('/dashboard')
    await settled(page)
    expect(await builds()).toHaveLength(2)
    await context.setOffline(true)
    await page.goto('/tank_products')
    await expect(page.getByRole('heading', { name: 'Tank products' })).toBeVisible()
    await context.setOffline(false)
    // Like a driver's day when all of it is on the phone.
    await page.evaluate(() => navigator.serviceWorker.controller!.postMessage('ready-for-the-road'))
    await expect.poll(builds).not.toContain('ullage-shell-before')
  })
})

test('a newer build is noticed and offered', async ({ page }) => {
  await page.route('**/api/build', (route) =>
    route.fulfill({ json: { code: 200, build_version: 'a-newer-one' } }),
  )
  await openAs(page, 'administrator')
  await expect(page.getByText('A new version of Ullage is available.')).toBeVisible()
})

test('a missing part of the client is fetched with a fresh page, once', async ({ page }) => {
  await openAs(page, 'administrator')
  let refused = 0
  await page.route('**/assets/devices-*.js', (route) => {
    refused += 1
    return refused === 1 ? route.fulfill({ status: 404 }) : route.continue()
  })
  await page.getByRole('link', { name: 'Devices', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
  expect(refused).toBeGreaterThan(1)
})

test('the tab of the browser names the screen and the record', async ({ page }) => {
  await openAs(page, 'administrator')
  await expect(page).toHaveTitle('Dashboard · Ullage')
  await page.goto('/tank_products')
  await expect(page).toHaveTitle('Tank products · Ullage')
  await page.goto('/nowhere/at/all')
  await expect(page).toHaveTitle('Page not found · Ullage')
})

test('the page itself draws the sign-in page, and the frame of the screens, before any other script has loaded', async ({
  page,
}) => {
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  const first = page.locator('#first')
  const begin = page.waitForRequest('**/assets/start-*.js')
  let letCome = () => {}
  const mayCome = new Promise<void>((resolve) => {
    letCome = resolve
  })
  await page.route('**/assets/start-*.js', async (route) => {
    await mayCome
    await route.continue()
  })
  await page.goto('/session/login', { waitUntil: 'commit' })
  await begin
  await expect(first.getByText('Know which tanks need attention, and when.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toHaveCount(0)
  letCome()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(first).toHaveCount(0)
  await openAs(page, 'administrator')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(first).toHaveCount(0)
  expect(problems).toEqual([])
})

for (const script of ['start', 'index']) {
  test(`a failed start is reported, and the page can be reloaded: ${script}`, async ({ page }) => {
    const missing = new RegExp(`/assets/${script}-[^/]*\\.js$`)
    await page.route(missing, (route) => route.abort())
    await page.goto('/session/login')
    await expect(page.getByRole('alert')).toContainText('Part of this screen did not load')
    await page.unroute(missing)
    await page.getByRole('link', { name: 'Reload' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  })
}

test('the parts of a page are sent without the headers that browsers obey on pages only', async ({
  request,
}) => {
  const page = await request.get('/session/login')
  const [script] = /\/assets\/index-[^"]+\.js/.exec(await page.text()) ?? ['']
  const part = await request.get(script)
  expect(part.headers()).toMatchObject({ 'x-content-type-options': 'nosniff' })
  expect(page.headers()['content-security-policy']).toContain("default-src 'self'")
  expect(part.headers()['content-security-policy']).toBeUndefined()
})

test('a part that fails to load is retried, and typed input stays', async ({ page }) => {
  await openAs(page, 'administrator', '/tag')
  const tag = page.getByRole('textbox', { name: 'Tag' })
  await tag.fill('Typed before the help')
  const drawer = /\/assets\/HelpDrawer-[^/]*\.js$/
  await page.route(drawer, (route) => route.abort())
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Part of this screen did not load' })
  await expect(alert).toBeVisible()
  await page.unroute(drawer)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tag).toHaveValue('Typed before the help')
})

test('a server that fails for a moment ends no session', async ({ page }) => {
  await openAs(page, 'administrator')
  await page.evaluate(() => localStorage.removeItem('ullage.user'))
  let attempts = 0
  await page.route('**/api/users/current', (route) => {
    attempts += 1
    if (attempts > 2) return route.continue()
    return route.fulfill({ status: 500, json: { code: 500, message: 'Server Error' } })
  })
  await page.reload()
  await expect.poll(() => attempts).toBeGreaterThan(2)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})
