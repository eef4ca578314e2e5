import { expect, test } from '@playwright/test'
import { apiOf, openAs, signIn } from './signIn.ts'

test('a wrong password is refused, a right one leads back to the requested page', { tag: '@daily' }, async ({
  page,
}) => {
  await page.goto('/devices?level=urgent')
  await expect(page).toHaveURL(/session\/login\/%2Fdevices/)
  await page.getByLabel('Username').fill('customer@ullage.example')
  await page.getByLabel('Password', { exact: true }).fill('Wrong#2026')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Invalid login credentials.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('Ullage#2026')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/devices\?level=urgent/)
})

test('a customer sees their own devices and no configuration', async ({ page, request }) => {
  const staff = await apiOf(request, 'administrator')
  const customer = await apiOf(request, 'customer')
  const all = await staff('GET', '/devices?page_size=1')
  const own = await customer('GET', '/devices?page_size=1')
  expect(own.page.total_records).toBeGreaterThan(5)
  expect(own.page.total_records).toBeLessThan(all.page.total_records)
  await signIn(page, 'customer')
  await expect(page.getByRole('link', { name: 'Devices' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Configuration' })).toHaveCount(0)
  await page.goto('/customers')
  await expect(page).toHaveURL(/dashboard/)
})

test('signing out ends the session for the server too', { tag: '@daily' }, async ({ page }) => {
  await signIn(page, 'producer')
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')
  expect(token).toMatchObject({ sameSite: 'Strict' })
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/session\/login$/)
  const response = await page.request.get('/api/users/current', {
    headers: { 'x-api-key': 'ullage-web', authorization: `Bearer ${token?.value}` },
  })
  expect(response.status()).toBe(403)
})

test('a sign-in without a requested page leads to the user’s first screen', async ({ page, request }) => {
  const own = await apiOf(request, 'v-acct-mgr')
  await own('PATCH', '/me', { default_route: 'orders' })
  await page.goto('/session/login')
  await page.getByLabel('Username').fill('v-acct-mgr@ullage.example')
  await page.locator('input[type=password]').fill('Ullage#2026')
  await page.locator('button[type=submit]').click()
  await expect(page).toHaveURL(/\/orders$/)
  await own('PATCH', '/me', { default_route: '' })
})

test('a token without a stored user loads the user, and an expired one leads to the sign-in page', async ({
  page,
}) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await openAs(page, 'csr', '/tags')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(requested).toContain('/api/users/current')
  await page.context().clearCookies()
  await page.goto('/people')
  await expect(page).toHaveURL(/session\/login\/%2Fpeople$/)
})
