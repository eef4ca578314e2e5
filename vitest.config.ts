import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const shared = { extends: true as const }

/**
 * What is judged before any SQL, and what tries the same statements for each of sixteen login types. It takes minutes, and
 * tells nothing of a second database: that takes every migration, and gives the same answers, is told by all others.
 */
const THE_SAME_ON_EVERY_DATABASE = [
  'server/resources/badInput.test.ts',
  'server/resources/limits.test.ts',
  'server/app/permissionMatrix.test.ts',
  'server/app/accessMatrix.test.ts',
  'server/app/foreignRecords.test.ts',
]
const isSecondDatabase = Boolean(process.env['TEST_DATABASE_URL'])

/** Three kinds of tests: rules (nothing but functions), the server (real PostgreSQL), screens (a DOM). */
export default defineConfig({
  plugins: [react()],
  test: {
    maxWorkers: 2,
    // What is waited for comes when the machine has time for it; how soon is no matter of these tests.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      { ...shared, test: { name: 'core', include: ['core/**/*.test.ts'], testTimeout: 30_000 } },
      {
        ...shared,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: [
            'server/app/testing/endurance/**',
            'server/app/testing/cluster/**',
            ...(isSecondDatabase ? THE_SAME_ON_EVERY_DATABASE : []),
          ],
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
        test: { name: 'cluster', include: ['server/app/testing/cluster/*.test.ts'], testTimeout: 120_000 },
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
