import { expect, test } from '@playwright/test'
import { startOpenIdProvider, type TestOpenIdProvider } from '#server/app/testing/startOpenIdProvider.ts'
import { apiOf } from './signIn.ts'

let provider: TestOpenIdProvider
test.beforeAll(async () => {
  const { baseURL } = test.info().project.use
  provider = await startOpenIdProvider(`${baseURL}/session/login`)
})
test.afterAll(() => provider.close())

test('a newcomer signs in at the identity provider of the company and lands on the wanted page', async ({
  page,
  request,
}) => {
  const staff = await apiOf(request, 'administrator')
  const domain = `sso${Date.now()}.example`
  const email = `ana@${domain}`
  const { companies } = await staff('GET', '/companies?page_size=1&search=')
  const { company_id } = companies[0]
  await staff('PATCH', '/settings', { identity_providers_private: 1 })
  const { identity_provider } = await staff('POST', '/identity_providers', {
    name: `Journey ${domain}`,
    company_id,
    issuer: provider.issuer,
    client_id: provider.client_id,
    client_secret: provider.client_secret,
    domains: [domain],
    creates_accounts: 1,
    group_roles: [{ group: 'Yard', login_type_id: 'customer' }],
  })
  provider.people.set('ana', {
    email,
    email_verified: true,
    groups: ['Yard'],
    given_name: 'Ana',
    family_name: 'Ortiz',
  })

  await page.goto('/tags')
  await page.getByRole('button', { name: 'Other ways to sign in' }).click()
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click()
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByPlaceholder('Enter any login').fill('ana')
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await expect(page).toHaveURL(/\/tags$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()

  const { users } = await staff('GET', `/users?search=${email}`)
  expect(users[0]).toMatchObject({ username: email, login_type_id: 'customer', company_id })
  await staff('DELETE', `/users/${users[0].user_id}`)
  await staff('DELETE', `/identity_providers/${identity_provider.identity_provider_id}`)
})

test('a forged return shows a sentence on the sign-in page and signs nobody in', async ({ page }) => {
  await page.goto('/session/login?code=forged&state=forged')
  await expect(page.getByRole('alert')).toContainText('This sign-in has expired or was already used')
  await expect(page).toHaveURL(/session\/login$/)
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
})
