import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { makeRound, phonesOfTests } from './driverPhone.ts'

const newPhone = phonesOfTests()

/** A phone at the signature of a stop, with the recipient's name. */
async function toSignature(request: APIRequestContext) {
  const { username } = await makeRound(request)
  const phone = await newPhone()
  await phone.deliver(username)
  const { page } = phone
  await page.getByLabel('Recipient’s name').fill('June')
  const paper = page.locator('canvas[data-field=signature]')
  await paper.scrollIntoViewIfNeeded()
  const finger = await phone.context.newCDPSession(page)
  return {
    ...{ page, paper },
    main: page.getByRole('button', { name: 'Sign and close the stop' }),
    /** Touches the paper; `at` is in shares of its width and height. */
    touch: async (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', at?: number) => {
      const { x, y, width, height } = (await paper.boundingBox())!
      const touchPoints = at === undefined ? [] : [{ x: x + width * at, y: y + height * at }]
      await finger.send('Input.dispatchTouchEvent', { type, touchPoints })
    },
  }
}

/** Points of a stroke across the paper. */
const ALONG = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]

/** The share of the paper's width that ink covers. */
const inkWidth = (page: Page) =>
  page.locator('canvas[data-field=signature]').evaluate((canvas: HTMLCanvasElement) => {
    const { data, width } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    let [least, most] = [width, 0]
    for (let index = 3; index < data.length; index += 4)
      if (data[index]! > 0) {
        least = Math.min(least, ((index - 3) / 4) % width)
        most = Math.max(most, ((index - 3) / 4) % width)
      }
    return Math.max(most - least, 0) / width
  })

test('a stroke whose end never comes is a signature, and the paper accepts another after it was cleared', async ({
  request,
}) => {
  const { page, main, touch } = await toSignature(request)
  await expect(main).toBeDisabled()
  await touch('touchStart', 0.2)
  await touch('touchMove', 0.8)
  await expect(main).toBeEnabled()
  // Keys reach the button while the finger is still on the paper.
  await page.getByRole('button', { name: 'Clear' }).press('Enter')
  await expect(main).toBeDisabled()
  await touch('touchCancel')
  await touch('touchStart', 0.1)
  for (const at of ALONG) await touch('touchMove', at)
  await touch('touchEnd')
  await expect.poll(() => inkWidth(page)).toBeGreaterThan(0.5)
  await main.click()
  await expect(page.getByRole('article')).toContainText('Received by June')
})

test('a pen that reports its device only after the first event draws a whole signature', async ({
  request,
}) => {
  const { page, paper, main } = await toSignature(request)
  await paper.evaluate(async (canvas, along) => {
    const { x, y, width, height } = canvas.getBoundingClientRect()
    const send = (type: string, at: number, persistentDeviceId: number) =>
      canvas.dispatchEvent(
        new PointerEvent(type, {
          ...{ pointerId: 7, pointerType: 'pen', buttons: type === 'pointerup' ? 0 : 1, bubbles: true },
          ...{ clientX: x + width * at, clientY: y + height * at, persistentDeviceId },
        } as PointerEventInit),
      )
    send('pointerdown', 0.1, 0)
    for (const at of along) {
      await new Promise(requestAnimationFrame)
      send('pointermove', at, 42)
    }
    send('pointerup', 0.9, 42)
  }, ALONG)
  await expect.poll(() => inkWidth(page)).toBeGreaterThan(0.5)
  await expect(main).toBeEnabled()
})

test('a blank paper is not a signature once the recipient comes to sign after all', async ({ request }) => {
  const { page, main, touch } = await toSignature(request)
  await touch('touchStart', 0.2)
  await touch('touchEnd')
  await expect(main).toBeEnabled()
  await page.getByLabel('No one is here to sign').check()
  await page.getByLabel('No one is here to sign').uncheck()
  await expect(main).toBeDisabled()
  await page.getByRole('button', { name: 'Type the name instead' }).click()
  await expect(main).toBeEnabled()
  expect(await inkWidth(page)).toBeGreaterThan(0)
})
