import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from './build.mjs'

// Fails on every import that violates the layer directions.

// The tool passes even if it has read nothing (a missing parser is enough), so its own count is checked as well.
const MIN_MODULES = 100
const command = path.join(root, 'node_modules/.bin/depcruise')
const result = spawnSync(
  command,
  ['core', 'server', 'web', 'world', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'],
  { cwd: root, encoding: 'utf8', maxBuffer: 1024 * 1024 * 1024 },
)
// With an invalid configuration the tool writes no result.
if (!result.stdout.startsWith('{')) fail([result.stdout, result.stderr])
const { summary, modules } = JSON.parse(result.stdout)
if (summary.totalCruised < MIN_MODULES) {
  fail([`Only ${summary.totalCruised} modules were read: the directions were not checked.`])
}

const problems = summary.violations.map(
  (violation) =>
    `${violation.rule.name}: ${[edgeOf(violation), ...(violation.cycle ?? []).map(({ name }) => name)].join(' → ')}`,
)
// The parser does not distinguish type imports from value imports, so the source text decides.
const DEFINITIONS_OF_CALLS = /^core\/.*\/(calls|\w+Calls)\.ts$/
/** Modules of which each tier takes only types, with the reason. */
const ONLY_TYPES = [
  {
    tier: 'web/',
    of: DEFINITIONS_OF_CALLS,
    written: /'#core\/.*\/(calls|\w+Calls)\.ts'$/,
    why: 'imports calls as values: with `import type` their schemas stay out of the browser',
  },
  {
    tier: 'world/',
    of: /^core\//,
    written: /'#core\//,
    why: 'imports what runs from core: the world checks it with its own mathematics and may import types only',
  },
]
const asValues = ONLY_TYPES.flatMap(({ tier, of, written, why }) =>
  modules
    .filter(({ source, dependencies }) => {
      const takes = dependencies.some(({ resolved }) => of.test(resolved))
      if (!takes || !source.startsWith(tier) || source.includes('.test.')) return false
      const imports = fs.readFileSync(path.join(root, source), 'utf8').match(/^import [^']*'[^']*'/gm)
      return imports.some((item) => written.test(item) && !item.startsWith('import type '))
    })
    .map(({ source }) => `${source} ${why}`),
)
problems.push(...asValues)
if (problems.length > 0) fail(problems)
process.stdout.write(`Directions: ${summary.totalCruised} modules, no import against the arrows.\n`)

function edgeOf({ from, to }) {
  return `${from} → ${to}`
}

function fail(lines) {
  process.stderr.write(lines.map((line) => `${line}\n`).join(''))
  process.exit(1)
}
