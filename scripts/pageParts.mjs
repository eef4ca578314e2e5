import fs from 'node:fs'
import path from 'node:path'

/** What the page begins with: it names these itself. */
export const PAGE_PARTS = ['index.html']
/** What the browser fetches before a screen stands: the parts that it begins with, and all that these import. */
export const SIGN_IN_PARTS = [...PAGE_PARTS, 'web/app/start.tsx']
export const SHELL_PARTS = [
  ...SIGN_IN_PARTS,
  'web/app/shellStyles.ts',
  'web/app/Shell.tsx',
  'web/app/firstEnglish.ts',
  'web/app/SignedInRoutes.tsx',
  'web/app/LockBoundary.tsx',
  'web/domains/dashboard/DashboardScreen.tsx',
]

/**
 * The files of some parts of the built client, as paths below `dist/web`, with all that they import at once.
 * What they import only later is left out.
 * @param kind `js`, or `css` for the styles that come with them.
 */
export function filesOf(root, parts, kind = 'js') {
  const manifest = JSON.parse(fs.readFileSync(path.join(root, 'dist/manifest.json'), 'utf8'))
  const seen = new Set()
  const found = new Set()
  const add = (part) => {
    if (seen.has(part)) return
    seen.add(part)
    const entry = manifest[part]
    if (!entry) throw new Error(`The build has no part ${part}.`)
    for (const file of [entry.file, ...(entry.css ?? [])]) if (file.endsWith(`.${kind}`)) found.add(file)
    for (const next of entry.imports ?? []) add(next)
  }
  for (const part of parts) add(part)
  return [...found]
}
