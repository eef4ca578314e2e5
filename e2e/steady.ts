import type { Page } from '@playwright/test'

/** Parts whose words the hour decides, beside numbers and days: which tanks are low, who was told what. */
const FLUID = [
  '[data-screen="/dashboard"] main :is(li, td, article, .mantine-Badge-root)',
  '[data-screen="/alerts"] main li',
  '[data-screen="/me/notifications"] main li',
  '[data-screen="/devices"] main :is(td:nth-child(n + 3), th[scope="row"])',
  '[data-screen="/devices"] main .mantine-Paper-root:has(a[data-is-whole])',
  '[data-screen="/shipment_planners"] main :is(td:nth-child(n + 2), a.mantine-Paper-root)',
  '[data-screen^="/shipment_planners/"] main :is(li, fieldset, dd)',
  '[data-screen^="/devices/profile/"] main :is([role="tabpanel"], .mantine-Badge-root)',
  ':is(header, nav) :is(.mantine-Indicator-indicator, .mantine-Badge-root)',
]

/**
 * Takes from a page what depends on the hour: every number becomes 0, every month and every "ago" one and the same, and
 * where the words themselves follow the figures, each becomes "Text". It holds for whatever the page writes later, too.
 */
export async function makeSteady(page: Page): Promise<void> {
  await page.addInitScript((fluid) => {
    const NUMBERS = /[-−+–]?\d[\d.,:]*(?:[–-]\d[\d.,:]*)?/g
    const MONTHS =
      /\b(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b/g
    const DAYS = /\b(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?\b/g
    const AGES =
      /\b(?:in )?0 (?:sec|min|hr|days?|wk|weeks?|mo|months?|yr)\.?(?: ago)?\b|\b(?:yesterday|today|tomorrow|this minute|now)\b/g
    const steady = (text: string) =>
      text
        .replace(NUMBERS, '0')
        .replace(MONTHS, 'Jan')
        .replace(DAYS, 'Mon')
        .replace(AGES, '0 days')
        .replace(/\b[AP]M\b/g, 'AM')
    const observer = new MutationObserver(still)
    function still(): void {
      observer.disconnect()
      document.documentElement.dataset['screen'] = location.pathname
      for (const part of document.querySelectorAll(fluid.join())) part.setAttribute('data-fluid', '')
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const written = text.nodeValue ?? ''
        if (text.parentElement?.closest('style, script, textarea')) continue
        const wanted =
          text.parentElement?.closest('[data-fluid]') && written.trim() ? 'Text' : steady(written)
        if (wanted !== written) text.nodeValue = wanted
      }
      watch()
    }
    const watch = () =>
      observer.observe(document.documentElement, { childList: true, characterData: true, subtree: true })
    document.addEventListener('DOMContentLoaded', still)
  }, FLUID)
}
