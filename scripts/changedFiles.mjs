import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root } from './build.mjs'

const TIERS = ['core', 'server', 'web', 'e2e', 'world']
/** The tiers whose types a change in a tier can break. */
const USERS = {
  core: ['core', 'server', 'web', 'world'],
  server: ['server'],
  web: ['web'],
  e2e: ['e2e'],
  world: ['world'],
  facts: ['server', 'world'],
}

/** Files changed since the last commit, or in it if there are none: paths from the project's root. */
export function changedFiles() {
  const since = (commit) => linesOf('diff', '--name-only', '--diff-filter=d', commit)
  const now = [...since('HEAD'), ...linesOf('ls-files', '--others', '--exclude-standard')]
  return now.length > 0 ? now : since('HEAD~1')
}

/** The tiers whose types a change of these files can break. */
export function tiersOf(files) {
  const used = files
    .filter((file) => /\.tsx?$|^facts\//.test(file))
    .flatMap((file) => USERS[file.split('/')[0]] ?? [])
  return TIERS.filter((tier) => used.includes(tier))
}

const MAP = path.join(root, 'node_modules/.cache/ullage/tests.json')
const ALL_SERVER_TESTS = ['server/']
/** Files that others use without calling any of their functions: definitions, texts, limits. */
const HAS_CONSTANTS = /^export const \w+(: [^=]+)? = (?!\(|async |<)/m

/**
 * The tests that a change of these files can break. For rules and screens Vitest follows the imports (`related`). Every test of the server
 * starts the whole server, so a map records which tests run which file; `npm run test:all` writes it.
 * @param {readonly string[]} files
 * @returns {{ related: string[], server: string[] }} files for `vitest related`, and test files, or a folder of them
 */
export function testsOf(files) {
  const sources = files.filter((file) => /^(core|server|web|world)\/.*\.tsx?$|^facts\//.test(file))
  const related = sources.filter((file) => /^(core|web|world|facts)\//.test(file))
  const ofServer = files.filter((file) => /^(core|server|db|facts)\//.test(file) && !isTestOf(file, 'core'))
  const found = ofServer.map((file) => (isTestOf(file, 'server') ? [file] : serverTestsOf(file)))
  const all = new Set(found.flat())
  return { related, server: all.has(ALL_SERVER_TESTS[0]) ? ALL_SERVER_TESTS : [...all] }
}

const isTestOf = (file, tier) => file.startsWith(`${tier}/`) && file.endsWith('.test.ts')

function serverTestsOf(file) {
  const map = fs.existsSync(MAP) ? JSON.parse(fs.readFileSync(MAP, 'utf8')) : {}
  const hasConstants =
    !file.endsWith('.ts') || HAS_CONSTANTS.test(fs.readFileSync(path.join(root, file), 'utf8'))
  return hasConstants ? ALL_SERVER_TESTS : (map[file] ?? ALL_SERVER_TESTS)
}

/**
 * Runs tests of the server and stores the map of which test runs which file. @param {(env: Record<string, string>) => Promise<void>} run
 */
export async function recordingTestMap(run) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-test-map-'))
  try {
    await run({ TEST_MAP: folder })
    const map = {}
    for (const name of fs.readdirSync(folder)) {
      const { test, files } = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'))
      for (const file of files) map[file] = [...(map[file] ?? []), test]
    }
    fs.mkdirSync(path.dirname(MAP), { recursive: true })
    fs.writeFileSync(MAP, JSON.stringify(map))
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

function linesOf(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
}
