import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import {
  DAILY_TEXTS,
  DASHBOARD_PARTS,
  FIRST_TEXTS,
  filesOf,
  PAGE_PARTS,
  RECORD_PARTS,
  SIGN_IN_PARTS,
  screenParts,
} from './pageParts.mjs'

export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')
const SOURCES = [
  'core',
  'facts',
  'server',
  'web',
  'index.html',
  'package-lock.json',
  'vite.config.ts',
  'vite.server.config.ts',
]
const STAMP = path.join(root, 'dist/build.txt')

/** Builds client and server unless `dist` was built from exactly these sources. */
export function buildIfNeeded({ log = console.log } = {}) {
  const version = versionOfSources()
  if (fs.existsSync(STAMP) && fs.readFileSync(STAMP, 'utf8').trim() === version) return
  log('Building the client …')
  vite(['build'])
  for (const name of ['manifest.json', 'partFiles.json', 'licenses.json'])
    fs.renameSync(path.join(root, 'dist/web/.vite', name), path.join(root, 'dist', name))
  nameParts()
  compressAssets()
  log('Building the server …')
  vite(['build', '--config', 'vite.server.config.ts'])
  fs.writeFileSync(STAMP, `${version}\n`)
}

/** Names the parts of the sign-in page, and those behind it by address and language, so that the page lets the browser preload them. */
function nameParts() {
  const beyond = (parts, earlier) => {
    const [scripts, styles] = ['js', 'css'].map((kind) => {
      const before = filesOf(root, earlier, kind)
      return filesOf(root, parts, kind).filter((file) => !before.includes(file))
    })
    return { scripts, styles }
  }
  const textsIn = (language) => ({
    first: filesOf(root, [FIRST_TEXTS[language]]),
    daily: filesOf(root, [DAILY_TEXTS[language]]),
  })
  const parts = {
    signIn: beyond(SIGN_IN_PARTS, PAGE_PARTS),
    dashboard: beyond(DASHBOARD_PARTS, PAGE_PARTS),
    records: beyond(RECORD_PARTS, PAGE_PARTS),
    // The first that matches a path is the one with the longest address.
    screens: screenParts(root)
      .toSorted((one, other) => other.address.length - one.address.length)
      .map(({ part, ...where }) => ({
        ...where,
        files: beyond([...PAGE_PARTS, part], [...PAGE_PARTS, ...RECORD_PARTS]),
      })),
    texts: { en: textsIn('en'), es: textsIn('es') },
  }
  fs.writeFileSync(path.join(root, 'dist/parts.json'), JSON.stringify(parts))
}

/** Bundles the benchmark like the server, so that it measures what runs in production. */
export function buildBench() {
  vite(['build', '--config', 'vite.bench.config.ts'])
  return path.join(root, 'dist/bench/main.js')
}

/** Compresses immutable files once at the best quality, not on every request. */
function compressAssets() {
  const folder = path.join(root, 'dist/web/assets')
  for (const name of fs.readdirSync(folder).filter((item) => /\.(js|css|json|wasm|svg)$/.test(item))) {
    const file = path.join(folder, name)
    fs.writeFileSync(`${file}.br`, brotliCompressSync(fs.readFileSync(file)))
  }
}

function vite(args) {
  const command = path.join(root, 'node_modules/vite/bin/vite.js')
  const result = spawnSync(process.execPath, [command, ...args, '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (result.status !== 0) process.exit(result.status ?? 1)
}

function versionOfSources() {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    const file = path.join(root, source)
    if (fs.existsSync(file)) addTo(hash, file)
  }
  return hash.digest('hex').slice(0, 12)
}

function addTo(hash, file) {
  if (fs.statSync(file).isDirectory()) {
    for (const name of fs.readdirSync(file).sort()) addTo(hash, path.join(file, name))
    return
  }
  hash.update(path.relative(root, file)).update(fs.readFileSync(file))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildIfNeeded()
