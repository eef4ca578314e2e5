import fs from 'node:fs'
import os from 'node:os'
import { expect, type Page, test } from '@playwright/test'
import { withSections } from '../bench/report.ts'
import { signIn } from './signIn.ts'

/** Maximum acceptable waiting time. */
const FCP = 1000
const LCP = 1500
const SWITCH = 100
/** Time from the press until fresh data is on the screen. */
const MAX_FRESH_MS = 400
const INTERACTION = 100
const IS_KEPT = process.env['VITALS'] === 'write'
const TIMES = IS_KEPT ? 3 : 1

interface Vital {
  what: string
  measured: number
  wanted: number
}

const vitals: Vital[] = []

const LIBRARY = fs.readFileSync(
  new URL('../node_modules/web-vitals/dist/web-vitals.iife.js', import.meta.url),
  'utf8',
)

/** Measures the page with Google's web-vitals library from the start. */
async function watch(page: Page): Promise<void> {
  const content = `${LIBRARY}
window.vitals = {}
webVitals.onFCP(({ value }) => { window.vitals.fcp = value })
webVitals.onLCP(({ value }) => { window.vitals.lcp = value }, { reportAllChanges: true })
webVitals.onINP(({ value }) => { window.vitals.inp = value }, { reportAllChanges: true, durationThreshold: 0 })`
  await page.addInitScript({ content })
}

async function vital(page: Page, name: 'fcp' | 'lcp' | 'inp'): Promise<number> {
  const read = () => page.evaluate((key) => (window as any).vitals[key] ?? 0, name)
  await expect.poll(read).toBeGreaterThan(0)
  return read()
}

const settled = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.mantine-Skeleton-root:visible')).toHaveCount(0)
}
const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

test.describe.configure({ mode: 'serial' })
test.setTimeout(180_000)

test('the largest element of a screen appears soon, with an empty cache', async ({ browser, page }) => {
  await signIn(page, 'administrator')
  const storageState = await page.context().storageState()
  for (const address of ['/session/login', '/dashboard', '/devices', '/devices/profile/1', '/orders']) {
    const first: number[] = []
    const measured: number[] = []
    for (let time = 0; time < TIMES; time++) {
      const isDoor = address === '/session/login'
      const context = await browser.newContext(isDoor ? {} : { storageState })
      const fresh = await context.newPage()
      await watch(fresh)
      await fresh.goto(address)
      await settled(fresh)
      first.push(await vital(fresh, 'fcp'))
      measured.push(await vital(fresh, 'lcp'))
      await context.close()
    }
    vitals.push({
      what: `first contentful paint of \`${address}\``,
      measured: middle(first),
      wanted: FCP,
    })
    vitals.push({
      what: `largest contentful paint of \`${address}\``,
      measured: middle(measured),
      wanted: LCP,
    })
  }
})

test('a click and a key press get an immediate response', async ({ page }) => {
  await watch(page)
  await signIn(page, 'administrator')
  const acts: [string, string, () => Promise<void>][] = [
    ['a state of the dashboard', '/dashboard', () => page.getByRole('button', { name: /Overfill/ }).click()],
    [
      'the menu of the account',
      '/dashboard',
      () => page.getByRole('button', { name: 'Your account' }).click(),
    ],
    [
      'the way to another screen',
      '/dashboard',
      () => page.getByRole('link', { name: 'Devices', exact: true }).click(),
    ],
    [
      'a letter of a search',
      '/devices',
      () => page.getByRole('searchbox').first().pressSequentially('tank', { delay: 60 }),
    ],
    [
      'a field of a form',
      '/tag',
      () => page.getByRole('textbox').first().pressSequentially('north', { delay: 60 }),
    ],
  ]
  for (const [what, address, act] of acts) {
    await page.goto(address)
    await settled(page)
    await act()
    vitals.push({
      what: `interaction to next paint: ${what}`,
      measured: await vital(page, 'inp'),
      wanted: INTERACTION,
    })
  }
})

/** The most used screens, by their names in the menu. */
const MAIN_SCREENS = [
  'Dashboard',
  'Alerts',
  'Devices',
  'Customers',
  'Orders',
  'Shipments',
  'Work orders',
  'Subscriptions',
  'People',
  'Tanker trucks',
]

test('a visited screen appears at once, and is fresh soon after', async ({ page }) => {
  await signIn(page, 'administrator')
  await settled(page)
  for (const title of MAIN_SCREENS) {
    const measured: Switch[] = []
    for (let time = 0; time < TIMES + 1; time++) {
      await page.getByRole('link', { name: 'Device tags', exact: true }).click()
      await settled(page)
      measured.push(await switchTo(page, title))
      await settled(page)
    }
    const [first, ...again] = measured
    vitals.push({
      what: `switch to a screen for the first time: ${title}`,
      measured: first!.stands,
      wanted: MAX_FRESH_MS,
    })
    vitals.push({
      what: `switch to a screen from cache: ${title}`,
      measured: middle(again.map(({ stands }) => stands)),
      wanted: SWITCH,
    })
    vitals.push({
      what: `switch to a screen, refreshed: ${title}`,
      measured: middle(again.map(({ fresh }) => fresh)),
      wanted: MAX_FRESH_MS,
    })
  }
})

interface Switch {
  /** From the press to the frame after the one in which the screen has its heading and no placeholders, ms. */
  stands: number
  /** From the press to the frame after the last fresh answer, ms. */
  fresh: number
}

/** Presses an entry of the menu, and watches until the screen has sent no request for half a second. */
function switchTo(page: Page, title: string): Promise<Switch> {
  return page.evaluate(async (name) => {
    // The name may be followed by a count: "Alerts, 32".
    const link = [...document.querySelectorAll<HTMLElement>('nav a')].find(
      (item) => item.getAttribute('aria-label')?.split(',')[0] === name,
    )
    if (!link) throw new Error(`The menu has no entry "${name}".`)
    const answers: number[] = []
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceResourceTiming[])
        if (new URL(entry.name).pathname.startsWith('/api/') && entry.startTime >= startedAt)
          answers.push(entry.responseEnd)
    })
    const startedAt = performance.now()
    observer.observe({ type: 'resource' })
    link.click()
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const stands = () =>
      document.querySelector('h1')?.textContent === name &&
      ![...document.querySelectorAll('.mantine-Skeleton-root')].some((item) =>
        item.checkVisibility({ visibilityProperty: true }),
      )
    while (!stands()) await frame()
    await frame()
    const stood = performance.now()
    let quiet = stood
    while (performance.now() - quiet < 500) {
      const known = answers.length
      await frame()
      // An answer is on the screen a frame later.
      if (answers.length > known) quiet = performance.now()
    }
    observer.disconnect()
    return { stands: stood - startedAt, fresh: (answers.length > 0 ? quiet : stood) - startedAt }
  }, title)
}

test.afterAll(() => {
  const report = reportOf(vitals)
  console.log(report)
  // `VITALS=write npx playwright test vitals` stores them.
  if (IS_KEPT) keep(report)
})

const BEGIN = '## In the browser'
const FILE = new URL('../bench/results.md', import.meta.url)

function reportOf(all: readonly Vital[]): string {
  const rows = all.map(
    ({ what, measured, wanted }) =>
      `| ${what} | ${Math.round(measured)} ms | ≤ ${wanted} ms | ${measured <= wanted ? 'yes' : '**no**'} |`,
  )
  return `\`VITALS=write npx playwright test vitals\` on ${os.cpus().length} cores (${os.cpus()[0]?.model ?? 'unknown'}): Debian's chromium,
1440 × 900, the demo's data, server and browser on one machine, measured by \`web-vitals\`. Paints are the median of ${TIMES}
visits with an empty cache; interactions are the slowest of each screen; a switch is from the press to the frame behind the one that shows heading
and content: one for the first time, and the median of ${TIMES} from cache; "refreshed" is the frame behind the last answer
that it requested meanwhile. Other work on the machine makes them worse: its
load was ${(os.loadavg()[0] ?? 0).toFixed(1)} at the end.

| what | measured | to reach | reached |
|---|---|---|---|
${rows.join('\n')}
`
}

function keep(report: string): void {
  const before = fs.readFileSync(FILE, 'utf8')
  fs.writeFileSync(FILE, withSections(undefined, [[BEGIN, report]], before))
}
