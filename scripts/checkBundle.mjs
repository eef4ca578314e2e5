import fs from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { root } from './build.mjs'

/** Compressed kilobytes of script that the browser fetches before the first screen stands. */
const BUDGET = { 'index.html': 300 }

const folder = path.join(root, 'dist/web')
const page = fs.readFileSync(path.join(folder, 'index.html'), 'utf8')
const scripts = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map((match) => match[1])
if (scripts.length === 0) {
  console.error('The page names no script: nothing was measured.')
  process.exit(1)
}
const bytes = scripts.reduce(
  (sum, name) => sum + brotliCompressSync(fs.readFileSync(path.join(folder, name))).length,
  0,
)
const size = Math.round(bytes / 1000)
console.log(`first load: ${size} kB of compressed script (budget ${BUDGET['index.html']} kB)`)
process.exit(size > BUDGET['index.html'] ? 1 : 0)
