import { defineConfig } from '@playwright/test'
import { BROWSER, FLAGS } from './e2e/browserFlags.ts'

const NO_JOURNEYS = ['pictures.test.ts', 'helpPictures.test.ts', 'appearance.test.ts', 'vitals.test.ts']
const DAILY = /@daily/

/** Browser tests of the built product with its demo. */
export default defineConfig({
  testDir: 'e2e',
  fullyParallel: false,
  workers: 1,
  timeout: 300_000,
  // Retries keep CI from failing when a browser does not close; the report lists tests that passed only on a retry.
  retries: process.env['CI'] ? 1 : 0,
  expect: {
    // Generous, as the machine may be busy; speed is measured elsewhere.
    timeout: 60_000,
    toHaveScreenshot: {
      stylePath: './e2e/pictures.css',
      animations: 'disabled',
      // Machines render letters slightly differently; a misplaced element differs by far more than this.
      maxDiffPixelRatio: 0.01,
    },
  },
  // `npm run pictures` updates them; a missing screenshot fails the test.
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
    // An action that never becomes possible fails with its own name before the whole test times out without one.
    actionTimeout: 120_000,
    launchOptions: { executablePath: BROWSER, args: FLAGS },
    // Traces take a sixth of the time; use `--trace retain-on-failure` to debug.
    screenshot: 'only-on-failure',
    // Only the offline tests of the shell allow it; elsewhere nothing may come from a cache.
    serviceWorkers: 'block',
    // Animations only slow tests down; people review how they look.
    contextOptions: { reducedMotion: 'reduce' },
  },
  // Screenshots show the demo in its initial state, before any test has changed it.
  projects: [
    { name: 'pictures', testMatch: 'pictures.test.ts' },
    // Opens every screen without changing anything; run before a release (`npm run test:long`).
    { name: 'appearance', testMatch: 'appearance.test.ts' },
    // The daily tests (`npm test`), and all others (`npm run test:all`).
    { name: 'daily', testIgnore: NO_JOURNEYS, grep: DAILY },
    { name: 'journeys', testIgnore: NO_JOURNEYS, grepInvert: DAILY },
    // Updates the screenshots in the help: `npm run pictures:help`.
    { name: 'help', testMatch: 'helpPictures.test.ts' },
    // Speed is measured on an otherwise idle machine, so this is not part of `npm test`.
    { name: 'vitals', testMatch: 'vitals.test.ts' },
  ],
})
