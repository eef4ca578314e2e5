import { existsSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { inTurn } from './scripts/turns.mjs'

const shared = { extends: true as const }

/**
 * Named tests in a folder. A name without a file is an error, so that a moved file does not silently drop out of its list.
 * @param folder a path from the root, ending in a slash
 */
const tests = (folder: string, names: string) =>
  names.split(' ').map((name) => {
    const file = `${folder}${name}.test.${folder.startsWith('web/') ? 'tsx' : 'ts'}`
    if (!existsSync(file)) throw new Error(`vitest.config.ts names ${file}, which does not exist.`)
    return file
  })

/**
 * Tests that could fail on another version of the database: every migration, the calls of every kind, and in turns the files whose
 * statements do more than read and write rows. `npm run test:long` runs all others on it as well.
 */
const ON_THE_OLDEST_DATABASE = [
  ...tests('server/platform/database/', 'database listen locks migrate prepared'),
  ...tests('server/platform/jobs/', 'events'),
  ...tests('server/resources/', 'contract fields migrations money'),
  ...inTurn([
    ...tests(
      'server/resources/',
      'files/export lists/options lists/total search/search userFields/userFields',
    ),
    'server/domains/alerts/*.test.ts',
    ...tests('server/domains/devices/', 'listDevices moveDevice portSummaries'),
    ...tests('server/domains/orders/', 'everyCent fulfilment orders'),
    'server/domains/shipments/*.test.ts',
    ...tests(
      'server/domains/telemetry/',
      'fleet/fleetFigures fleet/listPositions history/dailyUse history/readSeries',
    ),
    ...tests('server/domains/telemetry/', 'intake/partitions intake/uplinkQueue forecasts/forecastRunOut'),
    ...tests('server/domains/telemetry/levels/', 'estimateLevels recomputeHistory'),
  ]),
]

/** Matrices over login types: `npm test` covers five types, `npm run test:all` adds the others (`triedTypes`). */
const MATRICES = [...tests('server/app/', 'permissionMatrix'), ...tests('server/resources/', 'statuses')]

/** Tests of the server that need programs other than Node (`scripts/machine.mjs`), and some that take long and seldom fail. */
const SERVER_ONLY_IN_ALL = [
  ...tests('server/platform/', 'database/databaseHosts database/listen jobs/processes'),
  ...tests('server/platform/', 'mqtt/externalBroker mqtt/mqttTls'),
  ...tests('server/domains/access/rights/', 'handingOut'),
  ...tests('server/domains/mail/', 'outboxLinks'),
  ...tests('server/domains/telemetry/intake/', 'foreignMqttClient partitions uplinkLimits'),
  ...tests('server/domains/telemetry/connections/', 'connectionsByMqtt'),
  ...tests('server/domains/telemetry/history/', 'readBackByDuckDb'),
  ...tests('server/resources/', 'badInput files/readSheet files/xlsx'),
  ...tests(
    'server/app/',
    'archiving checkSealKey limits noInputIsDropped publishedClient standby demo/fillForecastRecord',
  ),
  ...tests('server/app/', 'hostileInput testing/conformance/conformance'),
  // The slowest ones: each is tested in one turn only.
  ...inTurn([
    ...tests('server/app/', 'foreignRecords derivedViews backup accessMatrix'),
    ...tests('server/domains/shipments/', 'matching/compareDeliveries driver/stopPictures'),
    ...tests('server/domains/tools/imports/', 'exportedFiles'),
    ...tests('server/resources/', 'userFields/userFields'),
  ]),
  'server/app/testing/rows/*.test.ts',
]
/** Slow screens and rules that rarely fail. */
const WEB_ONLY_IN_ALL = tests('web/resources/form/', 'formLimits')
const RULES_ONLY_IN_ALL = tests('core/domains/shipments/matching/', 'recordInterval')

/**
 * Selects the tests: `daily` for those of `npm test`, `added` for those that `npm run test:all` adds. Without it, all
 * tests that the machine can run.
 */
const scope = process.env['TEST_SCOPE']
const isOldestDatabase = Boolean(process.env['TEST_DATABASE_URL']) && !process.env['LONG_TESTS']

/** Three kinds of tests: rules (pure functions), the server (real PostgreSQL) and screens (a DOM). `world` also consists of rules. */
export default defineConfig({
  plugins: [react()],
  test: {
    maxWorkers: 2,
    // Short-lived objects are collected before they are promoted, which saves a tenth of the time of the server's tests.
    execArgv: ['--max-semi-space-size=64'],
    // The next run, and the next step of CI, reuse transformed modules.
    experimental: { fsModuleCache: true },
    // Generous, as the machine may be busy; these tests do not measure speed.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      // Rules share no state.
      {
        ...shared,
        test: {
          name: 'core',
          include: scope === 'added' ? RULES_ONLY_IN_ALL : ['core/**/*.test.ts'],
          exclude: scope === 'daily' ? RULES_ONLY_IN_ALL : [],
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
          // Loading the whole server for each file would take longer than its tests; each file has its own database.
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
