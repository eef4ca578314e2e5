import { expect, type Page, test } from '@playwright/test'
import { apiOf, openAs, PASSWORD } from './signIn.ts'

const boxOf = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())!

test('the tour is offered in the menu, covers nothing, and stays in the user menu', async ({ page }) => {
  await openAs(page, 'administrator', '/devices')
  const offer = page.getByRole('status').filter({ hasText: 'New here?' })
  await expect(offer).toBeVisible()
  const [menu, lies] = [await boxOf(page, '.mantine-AppShell-navbar'), (await offer.boundingBox())!]
  expect(lies.x + lies.width).toBeLessThanOrEqual(menu.x + menu.width)
  await offer.getByRole('button', { name: 'No, thanks' }).click()
  await expect(offer).toHaveCount(0)
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Show me around' }).click()
  await expect(page.getByText('Everything you can open')).toBeVisible()
})

for (const size of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
])
  test(`a message covers no header, title or main button, ${size.width} px wide`, async ({ page }) => {
    await page.setViewportSize(size)
    await openAs(page, 'administrator', '/tag')
    await page.getByRole('textbox').first().fill(`Below the header ${Date.now()}`)
    const save = (await page.getByRole('button', { name: 'Save' }).boundingBox())!
    await page.getByRole('button', { name: 'Save' }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'Saved.' })
    await expect(notice).toBeVisible()
    const title = (await page.getByRole('heading', { level: 1 }).boundingBox())!
    const [header, message] = [await boxOf(page, 'header'), (await notice.boundingBox())!]
    for (const needed of [header, title, save])
      expect(message.y + message.height <= needed.y || message.y >= needed.y + needed.height).toBe(true)
  })

test('an impersonator sees one notice of it', async ({ page, request }) => {
  const { user } = await (await apiOf(request, 'customer'))('GET', '/users/current')
  await openAs(page, 'administrator', `/user/${user.user_id}`)
  await page.getByRole('button', { name: 'Log in as' }).click()
  // The dashboard has its own notes: which levels are estimated.
  await expect(page.getByText('Nothing can be saved.')).toHaveCount(1)
  await expect(page.getByRole('note').filter({ hasText: 'Nothing can be saved.' })).toBeVisible()
})

test('a notice at the sign-in waits for the dialog of the address, and neither blocks the other', async ({
  page,
  request,
}) => {
  const staff = await apiOf(request, 'administrator')
  const { shipment_planners } = await staff('GET', '/shipment_planner?status_id=2')
  const { notification } = await staff('POST', '/notifications', {
    subject: 'Read this first',
    message: 'Please read this.',
    modal: 1,
    login_types: ['employee'],
  })
  await staff('POST', `/notifications/${notification.notification_id}/send`)
  const { shipment_id } = shipment_planners.find(({ status_id }: { status_id: number }) => status_id === 2)
  const goOn = (status_id: number) => staff('POST', `/shipment_planner/${shipment_id}/status`, { status_id })
  await goOn(3)
  await openAs(page, 'employee', `/shipment_planners/${shipment_id}/finalize`)
  const dialog = page.getByRole('dialog').filter({ hasText: /finalize/i })
  const notice = page.getByRole('dialog').filter({ hasText: 'Read this first' })
  await expect(dialog).toBeVisible()
  await expect(notice).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: 'Done' }).click()
  await expect(notice).toHaveCount(0)
  await goOn(2)
  await staff('DELETE', `/notifications/${notification.notification_id}`)
})

test('language and units are chosen on the sign-in page, and belong to the account from then on', async ({
  page,
  request,
}) => {
  const own = await apiOf(request, 'vendor')
  await page.goto('/session/login')
  await page.getByText('Español').click()
  await page.getByRole('radiogroup', { name: 'Unidades' }).getByText('Litros').click()
  await page.getByRole('textbox').first().fill('vendor@ullage.example')
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await expect(page).toHaveURL(/dashboard/)
  await expect(page.getByRole('button', { name: 'Buscar en todo' })).toBeVisible()
  expect((await own('GET', '/users/current')).user).toMatchObject({ language: 'es', unit_of_measure: 2 })
  await own('PATCH', '/me', { language: 'en', unit_of_measure: 1 })
})

test('no address is a dead end: neither a numbered one of the configuration, nor the lock screen without a session', async ({
  page,
}) => {
  await page.goto('/session/lock_screen')
  await expect(page.getByRole('heading', { name: 'Nothing is locked' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/session\/login$/)
  await openAs(page, 'administrator', '/configuration/2')
  await expect(page.getByRole('heading', { level: 2 }).nth(1)).toBeFocused()
  for (const address of ['/configuration/two', '/configuration/new']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
})

test('the reason why a field was refused is not covered by the save bar', async ({ page, request }) => {
  const call = await apiOf(request, 'administrator')
  const { shipment_planners } = await call('GET', '/shipment_planner?status_id=1&sort=load_date&page_size=1')
  await openAs(page, 'administrator', `/shipment_planners/${shipment_planners[0].shipment_id}`)
  await page.getByRole('button', { name: 'Edit: Loads' }).click()
  const quantity = page.getByRole('textbox', { name: 'Quantity' }).first()
  await quantity.fill('99999')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await expect(quantity).toBeFocused()
  const why = (await page.getByText(/^The tank has room for only /).boundingBox())!
  const bar = (await save.boundingBox())!
  expect(why.y + why.height).toBeLessThanOrEqual(bar.y)
})
