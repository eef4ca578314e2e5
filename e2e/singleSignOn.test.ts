import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { startOpenIdProvider, type TestOpenIdProvider } from '#server/app/testing/startOpenIdProvider.ts'
import { apiOf } from './signIn.ts'

let provider: TestOpenIdProvider
test.beforeAll(async () => {
  const { baseURL } = test.info().project.use
  provider = await startOpenIdProvider(`${baseURL}/session/login`)
})
test.afterAll(() => provider.close())

test('a newcomer signs in at the identity provider of the company and lands on the requested page', async ({
  page,
  request,
}) => {
  const { email, company_id, staff, remove } = await expectNewcomer(request)
  await page.goto('/tags')
  await continueAtProvider(page, email)
  await expect(page).toHaveURL(/\/tags$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()

  const { users } = await staff('GET', `/users?search=${email}`)
  expect(users[0]).toMatchObject({ username: email, login_type_id: 'customer', company_id })
  await remove()
})

test('a user of single sign-on signs in again at the provider before they create an API key', async ({
  page,
  request,
}) => {
  const { email, remove } = await expectNewcomer(request)
  await page.goto('/users/my_profile?tab=security')
  await continueAtProvider(page, email)
  await page.getByRole('button', { name: 'New API key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New API key' })
  await expect(dialog).toContainText('Sign in again to confirm that it is you')
  await dialog.getByRole('button', { name: 'Sign in again' }).click()
  // The provider shows its form although the user is still signed in there.
  await fillInForm(page)
  await expect(page).toHaveURL(/\/users\/my_profile\?tab=security$/)
  await page.getByRole('button', { name: 'New API key' }).click()
  await expect(dialog).toContainText('Your identity provider has just confirmed that it is you.')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Reports')
  await dialog.getByRole('combobox', { name: 'Can read', exact: true }).click()
  await page.getByRole('option', { name: 'Devices' }).click()
  await dialog.getByRole('button', { name: 'Create the key' }).click()
  await expect(dialog).toContainText('This key is shown only once.')
  await remove()
})

test('a forged return shows a sentence on the sign-in page and signs no one in', async ({ page }) => {
  await page.goto('/session/login?code=forged&state=forged')
  await expect(page.getByRole('alert')).toContainText('This sign-in has expired or was already used')
  await expect(page).toHaveURL(/session\/login$/)
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
})

/** A company whose provider knows a person without an account. @returns their e-mail address, and how to undo it */
async function expectNewcomer(request: APIRequestContext) {
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
  const remove = async () => {
    const { users } = await staff('GET', `/users?search=${email}`)
    await staff('DELETE', `/users/${users[0].user_id}`)
    await staff('DELETE', `/identity_providers/${identity_provider.identity_provider_id}`)
  }
  return { email, company_id, staff, remove }
}

/** Chooses single sign-on on the sign-in page, and signs in at the provider. */
async function continueAtProvider(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Other ways to sign in' }).click()
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click()
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await fillInForm(page)
}

async function fillInForm(page: Page): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill('ana')
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
}
