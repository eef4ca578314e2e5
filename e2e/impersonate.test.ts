import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { apiOf, signIn } from './signIn.ts'

for (const [mode, choice, banner] of [
  ['view', 'To view only', 'You are viewing as'],
  ['write', 'To work for this user', 'You are working as'],
] as const) {
  test(`staff impersonate a customer (${mode}) and return to where they were`, async ({ page, request }) => {
    const staff = await apiOf(request, 'administrator')
    const customer = (await (await apiOf(request, 'customer'))('GET', '/users/current')).user
    const { user } = await staff('GET', '/users/current')
    await signIn(page, 'administrator')
    await page.goto(`/user/${customer.user_id}`)
    await page.getByRole('radio', { name: choice }).check()
    await expect(page.getByText('Nothing can be saved while you view as this user.')).toHaveCount(
      mode === 'view' ? 1 : 0,
    )
    await page.getByRole('button', { name: 'Log in as' }).click()
    await expect(page.getByText(`${banner} ${customer.combined_name}.`)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Configuration' })).toHaveCount(0)
    await page.setViewportSize({ width: 360, height: 740 })
    const { violations } = await new AxeBuilder({ page }).include('[role=note]').analyze()
    expect(violations).toEqual([])
    await page.getByRole('button', { name: 'Your account' }).click()
    await expect(page.getByRole('menuitem', { name: 'Log out' })).toHaveCount(0)
    await page.getByRole('menuitem', { name: 'Switch' }).click()
    await expect(page).toHaveURL(`/user/${customer.user_id}`)
    await expect(page.getByText(banner)).toHaveCount(0)
    await page.getByRole('button', { name: 'Your account' }).click()
    await expect(page.getByText(user.combined_name).first()).toBeVisible()
  })
}
