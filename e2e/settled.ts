import { expect, type Page } from '@playwright/test'

/** Time without a change after which a screen is complete: the rows of a list are drawn in steps that follow at once, ms. */
const QUIET = 500

/** Waits until a screen has its heading, no placeholders, and nothing changes on it, however busy the machine is. */
export async function settled(page: Page): Promise<void> {
  const title = page.getByRole('heading', { level: 1 })
  const waiting = page.locator('.mantine-Skeleton-root:visible, .mantine-Loader-root:visible, [data-waiting]')
  await expect(title).toBeVisible()
  await expect(waiting).toHaveCount(0)
  await page.evaluate(
    (quiet) =>
      new Promise<void>((resolve) => {
        const end = () => {
          observer.disconnect()
          resolve()
        }
        let timer = setTimeout(end, quiet)
        const observer = new MutationObserver(() => {
          clearTimeout(timer)
          timer = setTimeout(end, quiet)
        })
        observer.observe(document, { childList: true, subtree: true })
      }),
    QUIET,
  )
  await expect(waiting).toHaveCount(0)
  await expect(title).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
}

/** px by which the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
}
