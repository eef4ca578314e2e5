import fs from 'node:fs'
import path from 'node:path'
import { root } from './build.mjs'
import { filesOf, SHELL_PARTS, SIGN_IN_PARTS } from './pageParts.mjs'

/** Kilobytes of compressed script. Maps and charts are fetched later, into their place on the page. */
const PAGES = [
  { page: 'login page', budget: 119, parts: SIGN_IN_PARTS },
  { page: 'dashboard', budget: 255, parts: SHELL_PARTS },
]

let isOver = false
for (const { page, budget, parts } of PAGES) {
  const files = filesOf(root, parts)
  const bytes = files.reduce((sum, file) => sum + compressed(file), 0)
  const size = Math.round(bytes / 1000)
  console.log(`${page}: ${size} kB of compressed script in ${files.length} files (budget ${budget} kB)`)
  isOver ||= bytes > budget * 1000
}
process.exit(isOver ? 1 : 0)

function compressed(file) {
  return fs.statSync(path.join(root, 'dist/web', `${file}.br`)).size
}
