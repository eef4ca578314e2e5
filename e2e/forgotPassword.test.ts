import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { mailedLink } from './mailedLink.ts'
import { apiOf, NEW_PASSWORD } from './signIn.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

test('a forgotten password is replaced by the link of a mail', { tag: '@daily' }, async ({
  page,
  request,
}) => {
  const staff = await apiOf(request, 'administrator')
  const username = `forgot${Date.now()}@ullage.example`
  const { user: example } = await staff('GET', '/users/current')
  const created = await staff('POST', '/users', {
    username,
    password: NEW_PASSWORD,
    confirm_password: NEW_PASSWORD,
    login_type_id: 'customer',
    company_id: example.company_id,
    first_name: 'Fay',
    last_name: 'Forgetful',
    phone_number: '+13135550123',
  })
  expect(created.code).toBe(200)

  await page.goto('/session/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL(/session\/forgot_password$/)
  await expect(page.getByRole('button', { name: 'Send the link' })).toBeVisible()
  expect((await new AxeBuilder({ page }).withTags(WCAG).analyze()).violations).toEqual([])
  await page.getByLabel('Username').fill(username)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('status')).toContainText('have sent a message')

  const link = await mailedLink(username, 'reset_password')

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(link)
  await expect(page.getByText(`For ${username}.`)).toBeVisible()
  expect((await new AxeBuilder({ page }).withTags(WCAG).analyze()).violations).toEqual([])
  await page.getByLabel('New password', { exact: true }).fill('Brand#New26')
  await page.getByLabel('Repeat the new password').fill('Other#New26')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByText('Passwords must match')).toBeVisible()
  await page.getByLabel('Repeat the new password').fill('Brand#New26')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill('Brand#New26')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/home/)

  await page.context().clearCookies()
  await page.goto(link)
  await expect(page).toHaveURL(/session\/forgot_password$/)
  await expect(page.getByText('This link has already been used')).toBeVisible()
})
