import AxeBuilder from '@axe-core/playwright'
import { type CDPSession, expect, type Page, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { apiOf, PASSWORD, signIn } from './signIn.ts'

const SECURITY = '/users/my_profile?tab=security'
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

async function stumblingBlocks(page: Page) {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`)
}

/** A code of the app for this time step or an adjacent one: no step counts twice, and one may end during typing. */
const codeOf = (secret: string, step = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * 30_000 })

async function givePassword(page: Page, button: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your current password').fill(PASSWORD)
  await dialog.getByRole('button', { name: button }).click()
}

/** Signs in with name and password, and stops at the second step. */
async function knock(page: Page, loginType: string): Promise<void> {
  await page.goto('/session/login')
  await page.getByLabel('Username').fill(`${loginType}@ullage.example`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/session\/login/)
}

async function authenticator(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return cdp
}

test('an authenticator app is set up, required, and replaced by a recovery code once', async ({ page }) => {
  await signIn(page, 'employee')
  await page.goto(SECURITY)
  await page.getByRole('button', { name: 'Set up an app' }).click()
  await givePassword(page, 'Next')
  await expect(page.getByAltText('QR code for the authenticator app')).toBeVisible()
  expect(await stumblingBlocks(page)).toEqual([])
  const secret = (await page.getByTestId('totp-secret').innerText()).replace(/\s/g, '')
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Done' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  expect(await stumblingBlocks(page)).toEqual([])
  const [recovery = ''] = await dialog.getByRole('listitem').allInnerTexts()
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText(/^On since/)).toBeVisible()
  await logOut(page)

  await knock(page, 'employee')
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible()
  expect(await stumblingBlocks(page)).toEqual([])
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('wrong')
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/dashboard/)
  await logOut(page)

  await knock(page, 'employee')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recovery.toLowerCase())
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/dashboard/)
  await page.goto(SECURITY)
  await expect(page.getByText('9 left')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the app' }).click()
  await givePassword(page, 'Remove the app')
  await expect(page.getByRole('button', { name: 'Set up an app' })).toBeVisible()
})

test('a passkey is added, is a second step, signs in by itself, and is removed', async ({ page }) => {
  await authenticator(page)
  await signIn(page, 'technician')
  await page.goto(SECURITY)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByLabel('Passkey name').fill('My tablet')
  await givePassword(page, 'Add a passkey')
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('My tablet', { exact: true })).toBeVisible()
  await logOut(page)

  await knock(page, 'technician')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/dashboard/)
  await logOut(page)

  await page.getByRole('button', { name: 'Other ways to sign in' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/dashboard/)
  await page.goto(SECURITY)
  await expect(page.getByText(/Passkey · from/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Remove My tablet' }).click()
  await givePassword(page, 'Remove My tablet')
  await expect(page.getByText('My tablet', { exact: true })).toHaveCount(0)
  await logOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('is unknown')
})

test('nothing else can be done before a required second factor is set up', async ({ page, request }) => {
  const staff = await apiOf(request, 'administrator')
  await staff('PATCH', '/settings', { second_factor_login_types: ['producer'] })
  try {
    await page.setViewportSize({ width: 360, height: 800 })
    await knock(page, 'producer')
    await expect(page.getByRole('heading', { name: 'Set up two-factor sign-in' })).toBeVisible()
    await page.goto('/devices')
    await expect(page.getByRole('heading', { name: 'Set up two-factor sign-in' })).toBeVisible()
    expect(await stumblingBlocks(page)).toEqual([])
    await page.getByRole('button', { name: 'Set up an app' }).click()
    await givePassword(page, 'Next')
    const secret = (await page.getByTestId('totp-secret').innerText()).replace(/\s/g, '')
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret))
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
  } finally {
    await staff('PATCH', '/settings', { second_factor_login_types: null })
    const { users } = await staff('GET', '/users?search=producer@ullage.example')
    await staff('DELETE', `/users/${users[0].user_id}/second_factor`)
  }
})

test('a user sees where they are signed in, and ends a session there', async ({ page, browser }) => {
  const other = await (await browser.newContext()).newPage()
  await signIn(other, 'csr')
  await signIn(page, 'csr')
  await page.goto(SECURITY)
  await expect(page.getByText('This session')).toBeVisible()
  await page.getByRole('button', { name: 'End all others' }).click()
  await expect(page.getByRole('button', { name: 'End all others' })).toHaveCount(0)
  await other.goto('/devices')
  await expect(other).toHaveURL(/session\/login/)
  await other.context().close()
})
