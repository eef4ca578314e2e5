import { defineConfig } from '@playwright/test'
import { BROWSER, FLAGS } from './e2e/browserFlags.ts'

const NO_JOURNEYS = ['pictures.test.ts', 'helpPictures.test.ts', 'appearance.test.ts', 'vitals.test.ts']
const DAILY = /@daily/

/** A few journeys through the product as it is built, with its demo, in a browser. */
export default defineConfig({
  testDir: 'e2e',
  fullyParallel: false,
  workers: 1,
  timeout: 300_000,
  // A browser that does not close ends no run of CI; what passed only then is listed at its end.
  retries: process.env['CI'] ? 1 : 0,
  expect: {
    // Long, because the machine may be busy; speed is measured elsewhere.
    timeout: 60_000,
    toHaveScreenshot: {
      stylePath: './e2e/pictures.css',
      animations: 'disabled',
      // Letters are drawn a little differently by every machine; a part that lies elsewhere is far more than this.
      maxDiffPixelRatio: 0.01,
    },
  },
  // `npm run pictures` renews them; a picture that is missing is a failure.
  updateSnapshots: 'none',
  snapshotPathTemplate: 'e2e/pictures/{arg}{ext}',
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? 'test-results/report.json' }],
  ],
  globalSetup: './e2e/globalSetup.ts',
  use: {
    baseURL: `http://localhost:${process.env['E2E_PORT'] ?? '3411'}`,
    viewport: { width: 1440, height: 900 },
    // An action that never becomes possible fails by its name, before the whole test ends without one.
    actionTimeout: 120_000,
    launchOptions: { executablePath: BROWSER, args: FLAGS },
    // A trace costs a sixth of the time: `--trace retain-on-failure` for who looks for something.
    screenshot: 'only-on-failure',
    // Tests of the shell without a network allow it; elsewhere nothing may come from a cache.
    serviceWorkers: 'block',
    // Animations would only delay the tests; people judge how they look.
    contextOptions: { reducedMotion: 'reduce' },
  },
  // The pictures show the demo as it begins, before any journey has changed it.
  projects: [
    { name: 'pictures', testMatch: 'pictures.test.ts' },
    // Every screen, and nothing is changed: for before a release (`npm run test:long`).
    { name: 'appearance', testMatch: 'appearance.test.ts' },
    // The journeys of every day (`npm test`), and all others (`npm run test:all`).
    { name: 'daily', testIgnore: NO_JOURNEYS, grep: DAILY },
    { name: 'journeys', testIgnore: NO_JOURNEYS, grepInvert: DAILY },
    // Draws the pictures of the help again: `npm run pictures:help`.
    { name: 'help', testMatch: 'helpPictures.test.ts' },
    // Figures are taken on a machine that does nothing else: no part of `npm test`.
    { name: 'vitals', testMatch: 'vitals.test.ts' },
  ],
})
