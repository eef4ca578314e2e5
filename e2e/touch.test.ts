import { expect, type Page, test } from '@playwright/test'
import { inTurn } from '../scripts/turns.mjs'
import { overflow, settled } from './settled.ts'
import { openAs } from './signIn.ts'

/** Screens that people use at a tank or in a truck, and the parts of all others. */
const SCREENS = [
  '/dashboard',
  '/alerts',
  '/devices',
  '/devices/profile/1',
  '/customers/profile/4',
  '/orders',
  '/order',
  '/shipment_planners/1',
  '/work_orders',
  '/configuration',
  '/users/my_profile',
]
/** Minimum size of a touch target, px (WCAG 2.2, 2.5.5). */
const MIN_TARGET = 44

test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true })

test('all controls on touch screens are large enough, and nothing is outside the window', {
  tag: '@turns',
}, async ({ page }) => {
  await openAs(page, 'administrator')
  for (const address of inTurn(SCREENS)) {
    await page.goto(address)
    await settled(page)
    expect(await tooSmall(page), address).toEqual([])
    expect(await overflow(page), address).toBeLessThanOrEqual(0)
  }
})

/** Controls that are too small, by name; except links within a sentence or a table's row, and the parts of one field. */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const pressed = 'a[href], button, input, select, textarea, summary, [role=tab], [role=menuitem]'
    return [...document.querySelectorAll<HTMLElement>(pressed)].flatMap((element) => {
      const own = element.getBoundingClientRect()
      const isShown = own.width > 0 && own.height > 0 && getComputedStyle(element).visibility !== 'hidden'
      const isExempt = element.closest('p, td, dd, [class*="TimePicker"], [class*="attrib"], [class*="skip"]')
      // The link of a whole card or row: the target is the card.
      const isWhole = getComputedStyle(element, '::after').position === 'absolute'
      const isBox = element.matches('input[type=checkbox], input[type=radio]')
      if (!isShown || isExempt || isWhole || isBox || (element.tabIndex < 0 && element.matches('a')))
        return []
      const isLarge = Math.min(own.width, own.height) >= least - 0.5
      const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
      return isLarge ? [] : [`${name.slice(0, 40)}: ${Math.round(own.width)} × ${Math.round(own.height)}`]
    })
  }, MIN_TARGET)
}

test('a small box is ticked by pressing near it', async ({ page }) => {
  await openAs(page, 'administrator', '/alerts')
  const box = page.getByRole('checkbox', { name: /^Select / }).first()
  const { x, y, width, height } = (await box.boundingBox())!
  await page.touchscreen.tap(x + width / 2, y + height / 2 + 18)
  await expect(box).toBeChecked()
})
