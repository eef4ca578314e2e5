import { defineConfig } from 'vitest/config'

/** The rules' own tests and no others: no database, no DOM. */
export default defineConfig({ test: { include: ['core/**/*.test.ts'], testTimeout: 30_000 } })
