import { expect, type Locator, type Page } from '@playwright/test'

/** The keyboard's equivalent of a click. */
type Way = 'enter' | 'space' | 'open' | 'focus' | 'option'

const KEYS = { enter: 'Enter', space: 'Space', open: 'ArrowDown' } as const

const done = new WeakSet<object>()

/**
 * Replaces every click of the journeys by keys: the target must be reachable by Tab, or by arrows if its role has them, and respond to
 * Enter, Space or the arrows as its role requires. Does nothing unless `BY_KEYBOARD` is set.
 * @param page any page: all locators of all pages share the replacement.
 */
export function pressInsteadOfClicking(page: Page): void {
  if (!process.env['BY_KEYBOARD']) return
  const shared = Object.getPrototypeOf(page.locator('body')) as Locator
  if (done.has(shared)) return
  done.add(shared)
  shared.click = function (this: Locator) {
    return press(this)
  }
  shared.check = async function (this: Locator) {
    if (!(await this.isChecked())) await press(this)
    await expect(this).toBeChecked()
  }
}

async function press(target: Locator): Promise<void> {
  await target.waitFor()
  await expect(target).toBeEnabled()
  const way = await target.evaluate(wayTo)
  if (way === 'option') return pressOption(target)
  const focused = target.page().locator(':focus')
  await expect(focused).toHaveCount(1)
  if (way !== 'focus') await focused.press(KEYS[way])
}

/** Focuses the element that a click would activate, and returns the key for it. */
function wayTo(element: Element): Way {
  if (element.closest('[role="option"]')) return 'option'
  const reached = element.closest<HTMLElement>(
    'a[href], button, input, select, textarea, summary, label, [tabindex]',
  )
  const named = reached instanceof HTMLLabelElement ? reached.control : reached
  // Tab reaches only the first of several links to one record in its row.
  const twin =
    named instanceof HTMLAnchorElement && named.tabIndex < 0
      ? [...(named.closest('tr, li, article')?.querySelectorAll('a') ?? [])].find(
          ({ href, tabIndex }) => href === named.href && tabIndex >= 0,
        )
      : undefined
  const own = (twin ?? named) as HTMLElement | null
  if (!own) throw new Error('No element here can be reached by keyboard.')
  const role = own.getAttribute('role') ?? ''
  const type = own.getAttribute('type') ?? ''
  // Arrows lead to these from the one of their group that Tab reaches.
  const isInGroup =
    /^(menuitem|tab|radio|treeitem|gridcell)/.test(role) ||
    type === 'radio' ||
    own.closest('[data-by-arrows]') !== null
  if (own.tabIndex < 0 && !isInGroup) throw new Error(`Tab never reaches ${own.outerHTML.slice(0, 200)}`)
  own.focus()
  if (document.activeElement !== own) throw new Error(`No focus for ${own.outerHTML.slice(0, 200)}`)
  if (/^(checkbox|radio|switch)$/.test(type) || /^(checkbox|radio|switch)$/.test(role)) return 'space'
  if (own.getAttribute('aria-haspopup') === 'listbox') return 'open'
  if (own instanceof HTMLInputElement && !/^(button|submit|reset|file)$/.test(type)) return 'focus'
  if (own instanceof HTMLTextAreaElement || own instanceof HTMLSelectElement) return 'focus'
  return 'enter'
}

/** Moves down the open list to the choice. */
async function pressOption(option: Locator): Promise<void> {
  const page = option.page()
  const target = option.first()
  const isReached = () =>
    target.evaluate((one) => one.closest('[role="option"]')?.hasAttribute('data-combobox-selected') ?? false)
  for (let step = 0; step < 400 && !(await isReached()); step++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}
