import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from './build.mjs'

/**
 * The release before the current one, ready to start: the newest tag `v…` before this commit, unpacked with its packages.
 * @returns its folder; undefined if no earlier commit has such a tag
 */
export function releaseBefore() {
  const { status, stdout } = spawnSync(
    'git',
    ['describe', '--tags', '--abbrev=0', '--match=v[0-9]*', 'HEAD^'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  if (status !== 0) return undefined
  const tag = stdout.trim()
  const folder = path.join(root, 'node_modules/.cache/releases', tag)
  // npm writes this file last, so its presence means that the install is complete.
  if (fs.existsSync(path.join(folder, 'node_modules/.package-lock.json'))) return folder
  fs.mkdirSync(folder, { recursive: true })
  run('sh', ['-c', `git archive ${tag} | tar -x -C "${folder}"`], root)
  run('npm', ['ci'], folder)
  return folder
}

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`)
}
