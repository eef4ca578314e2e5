import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from './build.mjs'

/** The other supported lines of Node next to the oldest (`engines` in package.json), as npm ships them. */
const VERSIONS = { 22: '22.23.3', 24: '24.21.0' }

/** The path of a Node of this line (22 or 24), fetched once. @throws Error if npm has none for this machine. */
export function otherNode(line) {
  const name = `node-${process.platform}-${process.arch}`
  const folder = path.join(root, 'node_modules/.cache/node', VERSIONS[line])
  const program = path.join(folder, 'node_modules', name, 'bin/node')
  if (fs.existsSync(program)) return program
  console.log(`Fetching Node ${VERSIONS[line]} …`)
  const args = ['install', '--no-save', '--no-audit', '--prefix', folder, `${name}@${VERSIONS[line]}`]
  const { status } = spawnSync('npm', args, { stdio: 'inherit' })
  if (status !== 0 || !fs.existsSync(program))
    throw new Error(`npm could not install ${name}@${VERSIONS[line]}.`)
  return program
}
