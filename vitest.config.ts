import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const shared = { extends: true as const }

/** What judges values and rights before any SQL is the same on every database, and takes minutes. */
const BEFORE_ANY_SQL = [
  'server/resources/badInput.test.ts',
  'server/resources/limits.test.ts',
  'server/app/permissionMatrix.test.ts',
  'server/app/foreignRecords.test.ts',
]
const isSecondDatabase = Boolean(process.env['TEST_DATABASE_URL'])

/** Three kinds of tests: rules (nothing but functions), the server (real PostgreSQL), screens (a DOM). */
export default defineConfig({
  plugins: [react()],
  test: {
    maxWorkers: 2,
    projects: [
      { ...shared, test: { name: 'core', include: ['core/**/*.test.ts'], testTimeout: 30_000 } },
      {
        ...shared,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: ['server/app/testing/endurance/**', ...(isSecondDatabase ? BEFORE_ANY_SQL : [])],
          globalSetup: ['server/app/testing/globalSetup.ts'],
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
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout: 20_000,
          setupFiles: ['web/platform/testing/setup.ts'],
        },
      },
    ],
  },
})
