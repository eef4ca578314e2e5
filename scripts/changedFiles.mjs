import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from './build.mjs'

const TIERS = ['core', 'server', 'web', 'e2e']
/** Whose types a change in a tier can break. */
const USERS = { core: ['core', 'server', 'web'], server: ['server'], web: ['web'], e2e: ['e2e'] }

/** What has changed since the last commit, or in it when nothing has changed since: paths from the project's root. */
export function changedFiles() {
  const since = (commit) => linesOf('diff', '--name-only', '--diff-filter=d', commit)
  const now = [...since('HEAD'), ...linesOf('ls-files', '--others', '--exclude-standard')]
  return now.length > 0 ? now : since('HEAD~1')
}

/** The tiers whose types a change of these files can break. */
export function tiersOf(files) {
  const used = files.filter((file) => /\.tsx?$/.test(file)).flatMap((file) => USERS[file.split('/')[0]] ?? [])
  return TIERS.filter((tier) => used.includes(tier))
}

/**
 * The tests that say what these files do: the changed ones themselves, those of the same domain, in any tier, that import a changed
 * file, and where something of a server's domain has changed, all its tests: they go through HTTP and import none of it.
 */
export function testsOf(files) {
  const sources = files.filter((file) => /^(core|server|web)\/.*\.tsx?$/.test(file))
  const rooms = new Set(sources.map(roomOf))
  const folders = sources
    .filter((file) => file.startsWith('server/domains/'))
    .map((file) => path.dirname(file))
  const names = sources.map((file) => path.basename(file))
  return linesOf('ls-files', '*.test.ts', '*.test.tsx').filter(
    (test) =>
      sources.includes(test) ||
      folders.includes(path.dirname(test)) ||
      (rooms.has(roomOf(test)) && imports(test, names)),
  )
}

/** The domain of a file without its tier, or its folder where it is in none. */
function roomOf(file) {
  return /^[a-z]+\/(domains\/\w+)\//.exec(file)?.[1] ?? path.dirname(file)
}

function imports(test, names) {
  const text = fs.readFileSync(path.join(root, test), 'utf8')
  return names.some((name) => text.includes(`/${name}'`))
}

function linesOf(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
}
