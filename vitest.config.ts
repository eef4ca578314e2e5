import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const shared = { extends: true as const }

/**
 * What a second database could answer otherwise: every migration, the calls of every kind, and the files whose statements do more than
 * read and write rows. `npm run test:long` runs all the others on it as well.
 */
const ON_THE_OLDEST_DATABASE = [
  'server/platform/{database,events,listen,locks,migrate,prepared}.test.ts',
  'server/resources/{contract,fields,migrations,money,options,total,userFields}.test.ts',
  'server/resources/{files/export,search/search}.test.ts',
  'server/domains/alerts/*.test.ts',
  'server/domains/devices/{listDevices,moveDevice,portSummaries}.test.ts',
  'server/domains/orders/{everyCent,fulfilment,orders,upgrade}.test.ts',
  'server/domains/shipments/*.test.ts',
  'server/domains/telemetry/{uplinkQueue,dailyUse,estimateLevels,fleetFigures,forecastRunOut,listPositions}.test.ts',
  'server/domains/telemetry/{partitions,readSeries,recomputeHistory}.test.ts',
]
const isOldestDatabase = Boolean(process.env['TEST_DATABASE_URL']) && !process.env['LONG_TESTS']

/** Three kinds of tests: rules (nothing but functions), the server (real PostgreSQL), screens (a DOM). */
export default defineConfig({
  plugins: [react()],
  test: {
    maxWorkers: 2,
    // What is waited for comes when the machine has time for it; how soon is no matter of these tests.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      // Rules keep nothing between them.
      {
        ...shared,
        test: {
          name: 'core',
          include: ['core/**/*.test.ts'],
          setupFiles: ['core/registry.ts'],
          testTimeout: 30_000,
          isolate: false,
        },
      },
      {
        ...shared,
        test: {
          name: 'server',
          include: isOldestDatabase ? ON_THE_OLDEST_DATABASE : ['server/**/*.test.ts'],
          exclude: ['server/app/testing/endurance/**', 'server/app/testing/cluster/**'],
          globalSetup: ['server/app/testing/globalSetup.ts'],
          setupFiles: [
            'core/registry.ts',
            'server/app/registerTexts.ts',
            'server/app/testing/statements/watchStatements.ts',
          ],
          // To load the whole server anew for each file takes longer than its tests; each has a database of its own.
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'endurance',
          include: ['server/app/testing/endurance/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        ...shared,
        test: { name: 'cluster', include: ['server/app/testing/cluster/*.test.ts'], testTimeout: 120_000 },
      },
      {
        ...shared,
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          isolate: false,
          testTimeout: 20_000,
          setupFiles: ['web/platform/testing/setup.ts'],
        },
      },
    ],
  },
})
