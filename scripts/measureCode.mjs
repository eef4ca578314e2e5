import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'
import { root } from './build.mjs'

// Counts the product's code: sizes of files and functions, and suppressed type checks.
const TESTS = /(\.test\.tsx?$|\/testing\/)/
const files = spawnSync('git', ['ls-files', 'core', 'server', 'web'], { cwd: root, encoding: 'utf8' })
  .stdout.split('\n')
  .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts') && !TESTS.test(name))

const sizes = []
const functions = []
const counts = { any: 0, as: 0 }
const casts = new Map()

for (const name of files) {
  const text = fs.readFileSync(path.join(root, name), 'utf8')
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  sizes.push({ name, lines: starts.length - 1 })
  visit(parseAst(text, { lang: name.endsWith('x') ? 'tsx' : 'ts' }), undefined, (node, parent) => {
    if (node.type === 'TSAnyKeyword') counts.any += 1
    if (node.type === 'TSAsExpression' && node.typeAnnotation.typeName?.name !== 'const') {
      counts.as += 1
      casts.set(name, (casts.get(name) ?? 0) + 1)
    }
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) {
      const lines = lineOf(starts, node.end) - lineOf(starts, node.start) + 1
      const called = node.id?.name ?? parent?.id?.name ?? parent?.key?.name ?? 'a function'
      functions.push({ name: `${called} in ${name}`, lines })
    }
  })
}

sizes.sort((a, b) => b.lines - a.lines)
functions.sort((a, b) => b.lines - a.lines)
const at = (share) => sizes[Math.floor(sizes.length * (1 - share))].lines
const sum = sizes.reduce((all, { lines }) => all + lines, 0)
console.log(`files ${sizes.length}, lines ${sum}, median ${at(0.5)}, 95th percentile ${at(0.95)}`)
console.log(`any ${counts.any}, as ${counts.as} (without as const)`)
tell(
  'most casts',
  [...casts].map(([name, lines]) => ({ name, lines })).sort((a, b) => b.lines - a.lines),
)
tell('longest files', sizes)
tell('longest functions', functions)

function visit(node, parent, tell) {
  if (!node || typeof node.type !== 'string') return
  tell(node, parent)
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) for (const one of value) visit(one, node, tell)
    else if (value && typeof value === 'object') visit(value, node, tell)
  }
}

function lineOf(starts, position) {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (starts[middle] <= position) low = middle
    else high = middle - 1
  }
  return low
}

function tell(what, all) {
  console.log(`${what}:`)
  for (const { name, lines } of all.slice(0, 8)) console.log(`  ${lines}  ${name}`)
}
