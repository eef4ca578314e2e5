import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from './build.mjs'

/**
 * Prints the packages of the image as CycloneDX: those that the server loads, and those that the built client contains, which for npm are
 * development dependencies. Run it after a build.
 */
const refOf = (component) => component['bom-ref']
const all = listByNpm()
const loaded = listByNpm('--omit=dev')
const licenses = JSON.parse(fs.readFileSync(path.join(root, 'dist/licenses.json'), 'utf8'))
const bundled = new Set(licenses.map(({ name, version }) => `${name}@${version}`))

const listed = new Set(loaded.components.map(refOf))
const added = all.components
  .filter((component) => bundled.has(refOf(component)) && !listed.has(refOf(component)))
  .map(({ properties, ...one }) => ({ ...one, scope: 'required' }))
const components = [...loaded.components, ...added]
const known = new Set([all.metadata.component, ...components].map(refOf))
const dependencies = all.dependencies
  .filter(({ ref }) => known.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => known.has(other)) }))
console.log(JSON.stringify({ ...loaded, components, dependencies }, null, 2))

function listByNpm(...options) {
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', ...options]
  const { stdout, status } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error('npm could not list the packages.')
  return JSON.parse(stdout)
}
