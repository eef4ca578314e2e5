import { chromium } from '@playwright/test'
import { findBrowser } from './findBrowser.mjs'
import { MAIN_SCREENS } from './mainScreens.mjs'

/** Counts what each screen of a running demo shows, at 1440 × 900, and prints one line per screen. */
const address = process.argv[3] ?? 'http://localhost:3000'
const PASSWORD = 'Ullage#2026'
/** Screens by the account that opens them. */
const SCREENS = { administrator: MAIN_SCREENS, driver: ['/my-day'], customer: ['/home'] }
/** How long a visit is watched after its page was opened, ms. */
const VISIT_MS = 10_000

const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] })
const rows = [{ screen: '/session/login', ...(await measure(null, '/session/login')) }]
for (const [account, paths] of Object.entries(SCREENS))
  for (const path of paths) rows.push({ screen: path, ...(await measure(account, path)) })
await browser.close()
console.table(rows)

/** Opens a screen with an empty cache, as its account. */
async function measure(account, path) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  })
  if (account) await signIn(context, account)
  const page = await context.newPage()
  await page.addInitScript(watchShifts)
  await page.goto(address + path)
  await page.waitForTimeout(VISIT_MS)
  const counted = await page.evaluate(count)
  await context.close()
  return counted
}

async function signIn(context, account) {
  const authorization = `Basic ${Buffer.from(`${account}@ullage.example:${PASSWORD}`).toString('base64')}`
  const headers = { 'x-api-key': 'ullage-web', authorization }
  const response = await context.request.get(`${address}/api/authenticate/login`, { headers })
  const { token } = await response.json()
  await context.addCookies([
    { name: 'token', value: encodeURIComponent(token), url: address, sameSite: 'Strict' },
  ])
}

function watchShifts() {
  globalThis.shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Runs in the page. Cut names are texts that end in an ellipsis because their box is too narrow. */
function count() {
  const main = document.querySelector('main') ?? document.body
  const isShown = (element) => element.checkVisibility() && element.getClientRects().length > 0
  const all = [...main.querySelectorAll('*')].filter(isShown)
  const isCut = (element) =>
    getComputedStyle(element).textOverflow === 'ellipsis' &&
    element.childElementCount === 0 &&
    element.scrollWidth > element.clientWidth + 1
  const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
  return {
    words: main.innerText.split(/\s+/).filter(Boolean).length,
    fields: all.filter((element) => element.matches('input:not([type=hidden]), select, textarea')).length,
    'values shown': main.querySelectorAll('dd').length,
    'empty values': all.filter(
      (element) => /^[–-]$/.test(element.textContent?.trim() ?? '') && element.childElementCount === 0,
    ).length,
    'cut texts': all.filter(isCut).length,
    'height, px': main.scrollHeight,
    'scripts, kB': Math.round(scripts.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000),
    'layout shift': Number(globalThis.shift.toFixed(3)),
  }
}
