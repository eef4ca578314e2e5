import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from './build.mjs'
import { findBrowser, HEADLESS_SHELL } from './findBrowser.mjs'
import { otherNode } from './otherNode.mjs'

/** Programs of Debian that some tests need, by package, each with the file that shows that it is installed. */
const PACKAGES = {
  'chromium-headless-shell': HEADLESS_SHELL,
  mosquitto: '/usr/sbin/mosquitto',
  'mosquitto-clients': '/usr/bin/mosquitto_pub',
  openssl: '/usr/bin/openssl',
  procps: '/bin/ps',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  'fonts-noto-core': '/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf',
  gcc: '/usr/bin/gcc',
  'libc6-dev': '/usr/include/stdlib.h',
  patroni: '/usr/bin/patroni',
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  'gettext-base': '/usr/bin/envsubst',
  buildah: '/usr/bin/buildah',
  debootstrap: '/usr/sbin/debootstrap',
  bubblewrap: '/usr/bin/bwrap',
}

/**
 * @typedef {keyof typeof PACKAGES | 'browser' | 'node-22' | 'node-24'} Need what a step requires of the machine, in addition to Node and
 * npm
 */

/**
 * Installs missing tools: packages with `apt-get` (as root or by `sudo -n`), a browser, other Nodes by npm.
 * @param {Iterable<Need>} needs
 * @returns {Map<Need, string>} tools that are still missing, each with the reason and the remedy
 */
export function provide(needs) {
  /** @type {Map<Need, string>} */
  const missing = new Map()
  const requested = [...new Set(needs)]
  const isMissing = (name) => name in PACKAGES && !fs.existsSync(PACKAGES[name])
  const packages = requested.filter(isMissing)
  const failure = packages.length > 0 ? install(packages) : undefined
  for (const name of packages.filter(isMissing)) missing.set(name, failure ?? byHand(name))
  for (const name of requested) {
    const reason =
      name === 'browser'
        ? provideBrowser()
        : name.startsWith('node-')
          ? provideNode(name.slice(5))
          : undefined
    if (reason) missing.set(name, reason)
  }
  return missing
}

const byHand = (name) => `${name} is not installed. As root: apt-get install ${name}`

/** @returns {string | undefined} why there is none */
function provideBrowser() {
  try {
    const browser = findBrowser() ?? installBrowser()
    if (!browser) return 'there is no browser. Install Chromium or Chrome, or set CHROMIUM to the path of one'
    // Set for every process that this run starts.
    process.env['CHROMIUM'] = browser
    return undefined
  } catch (error) {
    return error.message
  }
}

function installBrowser() {
  console.log('There is no browser: installing Playwright’s own …')
  const cli = path.join(root, 'node_modules/@playwright/test/cli.js')
  spawnSync(process.execPath, [cli, 'install', '--no-shell', 'chromium'], {
    stdio: 'ignore',
    timeout: 600_000,
  })
  const browser = findBrowser()
  if (browser) return browser
  install(['chromium-headless-shell'])
  if (!findBrowser()) install(['chromium'])
  return findBrowser()
}

/** @returns {string | undefined} why there is none */
function provideNode(line) {
  try {
    otherNode(line)
    return undefined
  } catch (error) {
    return error.message
  }
}

/** @returns {string | undefined} why nothing could be installed, unless for lack of permissions */
function install(packages) {
  if (!fs.existsSync('/usr/bin/apt-get')) return `this machine has no apt-get. Install ${packages.join(', ')}`
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const run = (...command) => {
    const [program, ...rest] = [...sudo, ...command]
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    return spawnSync(program, rest, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
  }
  const mayInstall = sudo.length === 0 || spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0
  if (!mayInstall) return undefined
  console.log(`Installing ${packages.join(', ')} …`)
  run('apt-get', 'update')
  const add = (...names) => run('apt-get', 'install', '-y', '--no-install-recommends', ...names)
  // An unknown package must not prevent the others.
  if (!add(...packages) && packages.length > 1) for (const name of packages) add(name)
  return undefined
}
