import fs from 'node:fs'
import path from 'node:path'
import { root } from './build.mjs'

/**
 * Kilobytes of script, compressed as they are served, that the browser fetches before a page stands: the parts that it begins with, and all
 * that these import. Maps and charts are fetched afterwards, into their place on the page.
 */
const PAGES = [
  { page: 'login page', budget: 150, parts: ['index.html'] },
  {
    page: 'dashboard',
    budget: 300,
    parts: [
      'index.html',
      'web/app/Shell.tsx',
      'web/app/english.ts',
      'web/app/SignedInRoutes.tsx',
      'web/app/Lockable.tsx',
      'web/app/dashboard/DashboardScreen.tsx',
    ],
  },
]

const manifest = JSON.parse(fs.readFileSync(path.join(root, 'dist/manifest.json'), 'utf8'))
let isOver = false
for (const { page, budget, parts } of PAGES) {
  const files = new Set(parts.flatMap((part) => [...scriptsOf(part)]))
  const bytes = [...files].reduce((sum, file) => sum + compressed(file), 0)
  const size = Math.round(bytes / 1000)
  console.log(`${page}: ${size} kB of compressed script in ${files.size} files (budget ${budget} kB)`)
  isOver ||= bytes > budget * 1000
}
process.exit(isOver ? 1 : 0)

/** The script of a part and of all that it imports; what it imports only later is left out. */
function scriptsOf(part, found = new Set()) {
  const { file, imports = [] } = manifest[part] ?? unknown(part)
  if (found.has(file)) return found
  found.add(file)
  for (const next of imports) scriptsOf(next, found)
  return found
}

function unknown(part) {
  console.error(`The build has no part ${part}: nothing was measured.`)
  process.exit(1)
}

function compressed(file) {
  return fs.statSync(path.join(root, 'dist/web', `${file}.br`)).size
}
