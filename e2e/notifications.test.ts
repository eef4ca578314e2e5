import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { apiOf, openAs, signIn } from './signIn.ts'

const bellOf = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ })

/** Writes and sends a staff notification; withdrawn at the end, so that no other journey sees it. */
async function tell(request: Parameters<typeof apiOf>[0], body: object) {
  const api = await apiOf(request, 'administrator')
  const { notification } = await api('POST', '/notifications', { message: 'Please read this.', ...body })
  const { notification_id } = notification
  const send = () => api('POST', `/notifications/${notification_id}/send`)
  return { send, takeBack: () => api('DELETE', `/notifications/${notification_id}`) }
}

test('the bell updates without a reload, and each notification can be marked', async ({ page, request }) => {
  const notification = await tell(request, { subject: 'The bell rings', login_types: ['producer'] })
  await signIn(page, 'producer')
  await expect(bellOf(page)).toHaveAccessibleName(/unread|^Notifications$/)
  await bellOf(page).click()
  const bell = page.getByRole('dialog')
  await expect(bell.getByRole('listitem').first()).toBeVisible()
  expect(await bell.getByRole('listitem').count()).toBeLessThanOrEqual(5)
  await expect(bell.getByText('The bell rings')).toHaveCount(0)
  await notification.send()
  const item = bell.getByRole('listitem').filter({ hasText: 'The bell rings' })
  await expect(item).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await item.getByRole('button', { name: /Mark as read/ }).click()
  await expect(item.getByRole('button', { name: /Mark as unread/ })).toBeVisible()
  await bell.getByRole('link', { name: 'View All' }).click()
  await expect(page).toHaveURL(/\/me\/notifications$/)
  const own = await apiOf(request, 'producer')
  const unread = async (): Promise<number[]> => {
    const { notifications } = await own('GET', '/me/notifications?read_flag=0&page_size=0')
    return notifications.map(({ notification_id }: { notification_id: number }) => notification_id)
  }
  const before = await unread()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark all as read' }).click()
  // The earlier ones are marked: the live demo may have added an alert since.
  await expect.poll(async () => (await unread()).filter((id) => before.includes(id))).toEqual([])
  await expect(async () => {
    const { length } = await unread()
    const name = length > 0 ? `Notifications, ${length} unread` : 'Notifications'
    await expect(bellOf(page)).toHaveAccessibleName(name, { timeout: 1_000 })
  }).toPass()
  await notification.takeBack()
  await expect(page.getByText('The bell rings')).toHaveCount(0)
})

test('pop-ups appear one by one at sign-in until they are dismissed for good', async ({ page, request }) => {
  const types = { modal: 1, login_types: ['dispenser_mgr'] }
  const notification = await Promise.all(
    ['First pop-up', 'Second pop-up'].map((subject) => tell(request, { ...types, subject })),
  )
  for (const item of notification) await item.send()
  await signIn(page, 'dispenser-mgr')
  const popup = page.getByRole('dialog')
  await expect(popup.getByText('Second pop-up')).toBeVisible()
  await popup.getByRole('checkbox', { name: 'Do not show again' }).check()
  await popup.getByRole('button', { name: 'Next' }).click()
  await expect(popup.getByText('First pop-up')).toBeVisible()
  await popup.getByRole('button', { name: 'Done' }).click()
  await expect(popup).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(popup).toHaveCount(0)
  await page.context().clearCookies()
  await signIn(page, 'dispenser-mgr')
  await expect(popup.getByText('First pop-up')).toBeVisible()
  await expect(popup.getByText('1 of 2')).toHaveCount(0)
  for (const item of notification) await item.takeBack()
})

test('a message to a dispatcher blocks nothing', async ({ page, request }) => {
  const subject = 'The rack opens late'
  const notification = await tell(request, { modal: 1, login_types: ['dispatcher'], subject })
  await notification.send()
  await openAs(page, 'dispatcher', '/alerts')
  const message = page.getByRole('region', { name: subject })
  await expect(message).toBeVisible()
  // The message may arrive before the alerts, and a key does nothing in an empty list.
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.locator('li:focus')).toHaveCount(1)
  await page.getByText('Closed', { exact: true }).click()
  await expect(page).toHaveURL(/status=closed/)
  await expect(message).toBeVisible()
  await notification.takeBack()
})
