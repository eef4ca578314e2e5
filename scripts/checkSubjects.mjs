import { spawnSync } from 'node:child_process'
import { root } from './build.mjs'

/** The last commit before the limit was checked. */
const LAST_UNCHECKED_COMMIT = 'dde51e10'
const MAX_LENGTH = 72

const { status, stdout } = spawnSync('git', ['log', '--format=%h %s', `${LAST_UNCHECKED_COMMIT}..HEAD`], {
  cwd: root,
  encoding: 'utf8',
})
// An archive has no history, and a shallow clone may not reach back far enough.
if (status === 0) {
  const long = stdout.split('\n').filter((line) => line.slice(line.indexOf(' ') + 1).length > MAX_LENGTH)
  for (const line of long)
    console.error(`The subject of this commit is over ${MAX_LENGTH} characters: ${line}`)
  process.exit(long.length > 0 ? 1 : 0)
}
