import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { holdBeforeCamera, putAwayCamera, withFakeCamera } from './fakeCamera.ts'
import { apiOf, openAs } from './signIn.ts'

test.use({ launchOptions: withFakeCamera })
test.beforeEach(({ page }) => rememberCameras(page))
test.afterAll(putAwayCamera)

test('showing a device’s label to the camera opens its profile and turns the camera off', async ({
  page,
  baseURL,
}) => {
  await holdBeforeCamera(`${baseURL}/devices/profile/3`)
  await openAs(page, 'technician')
  await page.getByRole('button', { name: 'Scan a code' }).click()
  await expect(page).toHaveURL(/\/devices\/profile\/3$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await camerasOf(page)).toEqual(['ended'])
})

test('showing a badge to the camera on the sign-in page signs its user in', async ({ page, request }) => {
  const call = await apiOf(request, 'administrator')
  const { users } = await call('GET', '/users?search=dispatcher@ullage.example')
  const { qr_code } = await call('POST', `/users/${users[0].user_id}/qr`, {})
  await holdBeforeCamera(qr_code)
  await page.goto('/session/login')
  await page.getByRole('button', { name: 'Other ways to sign in' }).click()
  await page.getByRole('button', { name: 'Sign in with a QR code' }).click()
  await expect(page).toHaveURL(/\/dispatch/)
})

test('a barcode is scanned into its field, and cleared again', async ({ page }) => {
  await holdBeforeCamera('1Z999AA10123456784', 'Code128')
  await openAs(page, 'administrator')
  const response = await page.goto('/work_order/2')
  expect(response?.headers()['permissions-policy']).toContain('camera=(self)')
  await expect(page.getByRole('button', { name: /^Edit: / }).first()).toBeVisible()
  await page.keyboard.press('e')
  const field = page.getByRole('textbox', { name: 'Inbound tracking number' })
  await field.fill('')
  const scan = page.getByRole('button', { name: 'Scan: Inbound tracking number' })
  await scan.click()
  await expect(field).toHaveValue('1Z999AA10123456784')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await holdBeforeCamera(null)
  await scan.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the current code' }).click()
  await expect(field).toHaveValue('')
})

test('a code of another kind is reported as wrong, and after five seconds the camera scans again', async ({
  page,
}) => {
  await holdBeforeCamera('a poster on the wall')
  await page.clock.install()
  await page.goto('/session/login')
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.getByRole('button', { name: 'Other ways to sign in' }).click()
  await page.getByRole('button', { name: 'Sign in with a QR code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in with a QR code' })
  const alert = dialog.getByRole('alert')
  await expect(alert).toContainText('Please scan again')
  await expect(dialog.getByRole('status')).toHaveText('A code was read.')
  expect(await isPaused(page)).toBe(true)
  await holdBeforeCamera(null)
  // The camera may still show the poster, which is then read once more: the message disappears when it scans again.
  await expect(async () => {
    await page.clock.fastForward(5000)
    await expect(alert).toHaveCount(0, { timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  expect(sent.filter((url) => url.includes('/authenticate/'))).toEqual([])
})

test('the user can start again after 11 seconds without a scan; a missing camera is reported', async ({
  page,
}) => {
  await holdBeforeCamera(null)
  await page.clock.install()
  await openAs(page, 'technician')
  await page.getByRole('button', { name: 'Scan a code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Part Lookup' })
  await expect(dialog.getByText('Scan Barcode')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await expect(dialog.getByRole('status')).toHaveText('Hold the code in front of the camera.')
  const rescan = dialog.getByRole('button', { name: 'Scan again' })
  await page.clock.fastForward(11_000)
  await rescan.click()
  await expect(rescan).toHaveCount(0)
  await expect(dialog.getByRole('status')).toHaveText('Hold the code in front of the camera.')

  await dialog.getByText('Front camera', { exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('No front camera detected')
  await expect(dialog.getByRole('radio', { name: 'Rear camera' })).toBeChecked()
  await expect(dialog.getByRole('status')).toHaveText('Hold the code in front of the camera.')
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .include('[role=dialog]')
    .analyze()
  expect(violations.map(({ id }) => id)).toEqual([])

  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(new Set(await camerasOf(page))).toEqual(new Set(['ended']))
})

interface Watched {
  cameras?: MediaStreamTrack[]
}

/** Records the cameras that a page opens, to check whether they are closed. */
async function rememberCameras(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const cameras: MediaStreamTrack[] = []
    ;(window as Watched).cameras = cameras
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted)
      cameras.push(...stream.getTracks())
      return stream
    }
  })
}

function camerasOf(page: Page): Promise<string[]> {
  return page.evaluate(() => ((window as Watched).cameras ?? []).map(({ readyState }) => readyState))
}

function isPaused(page: Page): Promise<boolean> {
  return page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)
}
