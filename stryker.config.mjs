import fs from 'node:fs'
import path from 'node:path'

/** Field definitions and texts: the compiler and the contract tests judge these. */
const IS_OTHER =
  /\.test\.ts$|\/testing\/|(?:^|\/)(?:texts|templates)\.\w+\.ts$|\/(?:defaultTemplates|permissionTexts)\.ts$/
const IS_DEFINITION = /\bdefineResource\(/
const IS_RULE = /\bfunction\*? \w+|=> /

const rules = ['core/domains', 'core/platform', 'core/resources']
  .flatMap((folder) =>
    fs.readdirSync(folder, { recursive: true }).map((name) => path.posix.join(folder, name)),
  )
  .filter((file) => file.endsWith('.ts') && !IS_OTHER.test(file))
  .filter((file) => {
    const text = fs.readFileSync(file, 'utf8')
    return IS_RULE.test(text) && !IS_DEFINITION.test(text)
  })

/** Whether the tests of the rules notice when a rule is changed. One file: `npm run test:mutation -- --mutate <file>`. */
export default {
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts' },
  mutate: rules,
  // The rules and their tests are in core and need nothing else.
  ignorePatterns: [
    '*',
    '!core',
    '!core/**',
    '!package.json',
    '!tsconfig.base.json',
    '!vitest.mutation.config.ts',
  ],
  // Targets: 92 % overall, 85 % per file. They become a limit (`break`) once a complete run has reached them.
  thresholds: { high: 92, low: 85, break: null },
  concurrency: 2,
  incremental: true,
  incrementalFile: '.mutation/incremental.json',
  tempDirName: '.mutation/work',
  reporters: ['clear-text', 'progress', 'html', 'json'],
  htmlReporter: { fileName: '.mutation/report.html' },
  jsonReporter: { fileName: '.mutation/report.json' },
  clearTextReporter: { reportTests: false, logTests: false },
}
