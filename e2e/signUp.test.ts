import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { mailedLink } from './mailedLink.ts'
import { NEW_PASSWORD, signIn } from './signIn.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

test('a company signs up, confirms its address, is approved and signs in', async ({
  page,

  browser,
}) => {
  const username = `newcomer${Date.now()}@ullage.example`
  const accessible = async () =>
    expect((await new AxeBuilder({ page }).withTags(WCAG).analyze()).violations).toEqual([])

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/session/login')
  await page.getByRole('link', { name: 'Sign up a company' }).click()
  await expect(page).toHaveURL(/session\/sign-up$/)
  await accessible()
  await page.getByLabel('Company').fill('Newcomer Farms')
  await page.getByLabel('First name').fill('Nina')
  await page.getByLabel('Last name').fill('Newcomer')
  await page.getByLabel('E-mail').fill(username)
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Repeat the new password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Create the account' }).click()
  await expect(page.getByLabel('Phone number')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Phone number').fill('+1 313 555 0123')
  await page.getByRole('button', { name: 'Create the account' }).click()
  await expect(page.getByRole('status')).toContainText('Account created!')
  await expect(page).toHaveURL(/session\/login$/)

  const link = await mailedLink(username, 'confirm_email')
  await page.goto(link)
  await expect(page.getByText(`did you sign up Newcomer Farms as ${username}`)).toBeVisible()
  await accessible()
  await page.getByRole('button', { name: 'Confirm the e-mail address' }).click()
  await expect(page.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('already been used')

  const knock = async () => {
    await page.goto('/session/login')
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await knock()
  await expect(page.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible()
  await accessible()

  const desk = await browser.newPage()
  await signIn(desk, 'administrator')
  await desk.goto('/configuration/sign_ups')
  await desk.getByRole('link', { name: 'Newcomer Farms' }).first().click()
  await desk.getByRole('button', { name: 'Approve' }).click()
  const dialog = desk.getByRole('dialog')
  await expect(dialog.getByLabel('Company')).toHaveValue('New: Newcomer Farms')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(desk.getByText('Approved. A message is on its way.')).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await desk.close()

  await knock()
  await expect(page).toHaveURL(/\/home/)
})
