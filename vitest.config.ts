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

/** Matrices over login types: `npm test` tries five types, `npm run test:all` adds the others (`triedTypes`). */
const MATRICES = [
  'server/app/{accessMatrix,derivedViews,foreignRecords,permissionMatrix}.test.ts',
  'server/domains/access/rights/handingOut.test.ts',
  'server/resources/statuses.test.ts',
]

/** Tests of the server that need programs besides Node (`scripts/machine.mjs`), and some that take long and seldom fail. */
const SERVER_ONLY_IN_ALL = [
  'server/platform/{databaseHosts,externalBroker,mqttTls,processes}.test.ts',
  'server/domains/telemetry/{foreignMqttClient,partitions}.test.ts',
  'server/domains/telemetry/connections/connectionsByMqtt.test.ts',
  'server/resources/badInput.test.ts',
  'server/app/{backup,hostileInput,standby}.test.ts',
  'server/app/testing/conformance/conformance.test.ts',
  'server/app/demo/fillForecastRecord.test.ts',
  'server/resources/files/readSheet.test.ts',
  'server/app/testing/rows/*.test.ts',
]
/** Screens that take long and seldom fail. */
const WEB_ONLY_IN_ALL = ['web/resources/form/formLimits.test.tsx']

/**
 * Which tests `server` and `web` have: `daily` those of `npm test`, `added` those that `npm run test:all` adds. Without it every
 * test that the machine can run.
 */
const scope = process.env['TEST_SCOPE']
const isOldestDatabase = Boolean(process.env['TEST_DATABASE_URL']) && !process.env['LONG_TESTS']

/** Three kinds of tests: rules (nothing but functions), the server (real PostgreSQL), screens (a DOM). `world` are rules too. */
export default defineConfig({
  plugins: [react()],
  test: {
    maxWorkers: 2,
    // Short-lived objects die before they are moved: a tenth less time in the server's tests.
    execArgv: ['--max-semi-space-size=64'],
    // The next run, and the next step of CI, start from modules that are transformed already.
    experimental: { fsModuleCache: true },
    // What is waited for comes when the machine has time for it; how soon is no matter of these tests, nor how long one takes.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      // Rules keep nothing between them.
      {
        ...shared,
        test: {
          name: 'core',
          include: ['core/**/*.test.ts'],
          setupFiles: ['core/registry.ts'],
          isolate: false,
        },
      },
      { ...shared, test: { name: 'world', include: ['world/**/*.test.ts'], isolate: false } },
      {
        ...shared,
        test: {
          name: 'server',
          include: serverTests(),
          exclude: [
            'server/app/testing/endurance/**',
            'server/app/testing/{cluster,container}/**',
            ...(scope === 'daily' ? SERVER_ONLY_IN_ALL : []),
          ],
          globalSetup: ['server/app/testing/globalSetup.ts'],
          setupFiles: [
            'core/registry.ts',
            'server/app/registerTexts.ts',
            'server/app/testing/statements/watchStatements.ts',
            ...(process.env['TEST_MAP'] ? ['server/app/testing/testMap/recordTestMap.ts'] : []),
          ],
          // To load the whole server again for each file takes longer than its tests; each has a database of its own.
          isolate: false,
        },
      },
      {
        ...shared,
        test: {
          name: 'endurance',
          include: ['server/app/testing/endurance/*.test.ts'],
          fileParallelism: false,
        },
      },
      ...['cluster', 'container'].map((name) => ({
        ...shared,
        test: { name, include: [`server/app/testing/${name}/*.test.ts`] },
      })),
      {
        ...shared,
        test: {
          name: 'web',
          include: scope === 'added' ? WEB_ONLY_IN_ALL : ['web/**/*.test.{ts,tsx}'],
          exclude: scope === 'daily' ? WEB_ONLY_IN_ALL : [],
          environment: 'happy-dom',
          isolate: false,
          setupFiles: ['web/platform/testing/setup.ts'],
        },
      },
    ],
  },
})

function serverTests(): string[] {
  if (isOldestDatabase) return ON_THE_OLDEST_DATABASE
  return scope === 'added' ? [...MATRICES, ...SERVER_ONLY_IN_ALL] : ['server/**/*.test.ts']
}
