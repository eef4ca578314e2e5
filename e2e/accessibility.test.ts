import { expect, type Locator, type Page, test } from '@playwright/test'
import { inTurn } from '../scripts/turns.mjs'
import { overflow, settled } from './settled.ts'
import { apiOf, dismissNotices, openAs } from './signIn.ts'

/** The screens of the main menu, and one of each kind of page that they lead to. */
const SCREENS = [
  '/dashboard',
  '/alerts',
  '/devices',
  '/devices/profile/1',
  '/customers/profile/4',
  '/orders',
  '/order/3',
  '/order',
  '/shipment_planners/1',
  '/work_orders',
  '/configuration',
]

/** Presses Tab until an element has the focus, and checks that the focus is always visible. */
async function tabTo(page: Page, target: Locator, most = 80): Promise<void> {
  for (let step = 0; step < most; step++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(focusProblem)).toBe('')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${most} times Tab did not reach ${target}`)
}

/** The problem with the focus: it is not visible, or covered (WCAG 2.4.7, 2.4.11). */
function focusProblem(): string {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return ''
  const name = element.outerHTML.slice(0, 160)
  const card = element.closest('article, li, [class*="card"]')
  const seen = [element, element.parentElement, element.closest('label'), element.nextElementSibling, card]
  const isShown = seen.some((item) => {
    if (!(item instanceof HTMLElement || item instanceof SVGElement)) return false
    const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(item)
    const isInput = element.matches('input, textarea, select')
    return (
      (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) ||
      (item !== card && boxShadow !== 'none') ||
      (isInput && borderColor !== '')
    )
  })
  if (!isShown) return `nothing shows the focus: ${name}`
  const { x, y, width, height } = element.getBoundingClientRect()
  if (width < 2 || height < 2) return ''
  const above = document.elementFromPoint(x + width / 2, y + height / 2)
  const isSeen =
    !above || element.contains(above) || above.contains(element) || Boolean(above.closest('label'))
  return isSeen ? '' : `something lies above the focus: ${name}`
}

test('each screen has one h1, named landmarks, its title in the tab, and fits enlarged', {
  tag: '@turns',
}, async ({ page }) => {
  await openAs(page, 'administrator')
  for (const address of inTurn(SCREENS)) {
    await page.goto(address)
    await isInOrder(page, address)
    await fitsEnlarged(page, address)
  }
  await dismissNotices(page.request, 'driver')
  for (const [loginType, address] of [
    ['driver', '/my-day'],
    ['customer', '/home'],
  ] as const) {
    await openAs(page, loginType, address)
    await isInOrder(page, address)
    await fitsEnlarged(page, address)
  }
})

/** Nothing is outside the window at four times the size (WCAG 1.4.10: 1280 × 1024 at 400 %), or with text of twice the size. */
async function fitsEnlarged(page: Page, address: string): Promise<void> {
  const before = page.viewportSize()!
  await page.setViewportSize({ width: 320, height: 256 })
  await drawn(page)
  await expect.poll(() => overflow(page), `${address}, four times the size`).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await drawn(page)
  await expect.poll(() => overflow(page), `${address}, letters of twice the size`).toBeLessThanOrEqual(0)
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  await page.setViewportSize(before)
}

/** Waits until a screen is drawn in its new size: scripts that react to the resize need another frame. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await settled(page)
}

async function isInOrder(page: Page, address: string): Promise<void> {
  await settled(page)
  await expect(page.getByRole('heading', { level: 1 }), address).toHaveCount(1)
  await expect(page.getByRole('main'), address).toHaveCount(1)
  await expect(page.getByRole('banner'), address).toHaveCount(1)
  await expect(page.getByRole('navigation', { name: 'Main navigation' }), address).toBeVisible()
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await expect.poll(() => page.title(), address).toContain(title.split(' · ')[0])
  const ranks = await page
    .locator('main :is(h1, h2, h3, h4)')
    .evaluateAll((all) => all.map(({ tagName }) => Number(tagName[1])))
  const jumps = ranks.filter((rank, index) => index > 0 && rank > ranks[index - 1]! + 1)
  expect(jumps, address).toEqual([])
}

test('levels and selections are visible in forced colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openAs(page, 'administrator', '/shipment_planners')
  await page
    .getByRole('row', { name: /Bobtail 7/ })
    .filter({ hasText: 'Draft' })
    .getByRole('link')
    .first()
    .click()
  const compartments = page.getByRole('list', { name: 'Compartments' })
  await expect(compartments).toBeVisible()
  const colors = await compartments
    .locator('[class*="vessel"]')
    .first()
    .evaluate((vessel) => [
      getComputedStyle(vessel).backgroundColor,
      getComputedStyle(vessel.firstElementChild!).backgroundColor,
    ])
  expect(colors[0]).not.toBe(colors[1])
  const chosen = page.getByRole('tab', { selected: true })
  expect(await chosen.evaluate((tab) => getComputedStyle(tab).outlineStyle)).toBe('solid')
})

test('an overlay traps the focus until it is closed', async ({ page }) => {
  await openAs(page, 'administrator', '/alerts')
  await settled(page)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog')
  await expect(help.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('j')
  await expect(help.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await page.keyboard.press('j')
  await expect(page.locator('li:focus')).toHaveCount(1)
})

test('an alert is answered and a fill is ordered without a mouse, and a screen reader announces it', async ({
  page,
}) => {
  await openAs(page, 'administrator', '/alerts')
  await settled(page)
  await page.keyboard.press('j')
  await expect(page.locator('li:focus')).toHaveCount(1)
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await tabTo(page, dialog.getByRole('button', { name: 'Acknowledge' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(
    page
      .getByRole('alert')
      .or(page.getByRole('status'))
      .filter({ hasText: /cknowledged/ })
      .first(),
  ).toBeVisible()
  await page.goto('/dashboard')
  await settled(page)
  const first = page.getByRole('link', { name: /^Order a fill/ }).first()
  await tabTo(page, first)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/order\?/)
  await expect(page.getByRole('group', { name: 'Line 1' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Save', exact: true }))
})

test('the result of an answer to an alert is announced while the lists are still being read, and the focus stays at the alert', async ({
  page,
}) => {
  const [waiting, answered] = [gate(), gate()]
  let isHeld = false
  let underWay = 0
  await page.route(/\/api\/alerts\?/, async (route) => {
    if (isHeld) await (route.request().url().includes('status=answered') ? answered : waiting).opened
    underWay += 1
    // A request that the page aborts has no answer.
    const response = await route.fetch().catch(() => undefined)
    underWay -= 1
    await (response ? route.fulfill({ response }) : route.abort()).catch(() => {})
  })
  const { line, dialog } = await answerByKeys(page)
  // A list that is being read could already show the change.
  isHeld = true
  await expect.poll(() => underWay).toBe(0)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('alert').filter({ hasText: 'Alerts acknowledged.' })).toBeVisible()
  // The alert leaves one list before it is in the other.
  waiting.open()
  await expect(page.locator(line)).toHaveCount(0)
  answered.open()
  await expect(page.getByRole('list', { name: 'Acknowledged and snoozed' }).locator(line)).toBeFocused()
})

test('an alert that changes while it is answered is reported in a dialog that gets the focus, and returns it', async ({
  page,
}) => {
  const { line, dialog, alert_id } = await answerByKeys(page)
  const staff = await apiOf(page.request, 'administrator')
  const until = new Date(Date.now() + 3_600_000).toISOString()
  await staff('POST', `/alerts/${alert_id}/snooze`, { until, reason: null })
  await page.keyboard.press('Enter')
  const report = page.getByRole('dialog', { name: 'Nothing was changed' })
  await expect(report.locator(':focus')).toHaveCount(1)
  await expect(dialog).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.locator(line)).toBeFocused()
})

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), opened }
}

/** Opens the answer to an alert that stays when it is answered, and goes to its submit button. */
async function answerByKeys(page: Page) {
  await openAs(page, 'administrator', '/alerts')
  await settled(page)
  // A sudden loss closes when it is acknowledged.
  const waiting = page.getByRole('list', { name: 'Alerts', exact: true }).locator('li[data-alert]')
  const first = waiting.filter({ hasNotText: 'loss' }).first()
  const alert_id = (await first.getAttribute('data-alert'))!
  const dialog = page.getByRole('dialog')
  await first.focus()
  await page.keyboard.press('a')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await tabTo(page, dialog.getByRole('button', { name: 'Acknowledge' }))
  return { alert_id, dialog, line: `[data-alert="${alert_id}"]` }
}

test('a record is changed without a mouse, and the focus returns to where it was', async ({ page }) => {
  await openAs(page, 'administrator', '/customers/profile/4/details')
  await settled(page)
  const edit = page.getByRole('button', { name: /^Edit: / }).first()
  await tabTo(page, edit)
  const name = await edit.getAttribute('aria-label')
  await page.keyboard.press('Enter')
  const field = page.getByRole('form').getByRole('textbox').first()
  await expect(page.getByRole('form').locator(':focus')).toHaveCount(1)
  await expect(field).toBeEditable()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: name! })).toBeFocused()
})
