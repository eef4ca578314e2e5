import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { root } from './build.mjs'

// The tool passes when it has read nothing (a missing parser is enough), so its own count is checked as well.
const LEAST = 100
const command = path.join(root, 'node_modules/.bin/depcruise')
const result = spawnSync(command, ['core', 'server', 'web', '--config', '.dependency-cruiser.cjs'], {
  cwd: root,
  encoding: 'utf8',
})
process.stdout.write(result.stdout + result.stderr)
const cruised = Number(/(\d+) modules/.exec(result.stdout)?.[1] ?? 0)
if (cruised < LEAST) {
  process.stderr.write(`Only ${cruised} modules were read: the directions were not checked.\n`)
  process.exit(1)
}
process.exit(result.status ?? 1)
