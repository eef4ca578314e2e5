import fs from 'node:fs'
import path from 'node:path'

/** The entry point of the page, which it names itself. */
export const PAGE_PARTS = ['index.html']
/** The parts that the browser fetches before a screen is shown, with all their imports: the page names them by its address. */
const START_PARTS = [...PAGE_PARTS, 'web/app/start.tsx']
export const SIGN_IN_PARTS = [...START_PARTS, 'web/domains/access/LoginScreen.tsx']
const SHELL_PARTS = [
  ...START_PARTS,
  'web/app/shellStyles.ts',
  'web/app/Shell.tsx',
  'web/app/firstEnglish.ts',
  'web/app/SignedInRoutes.tsx',
  'web/app/LockBoundary.tsx',
]
export const DASHBOARD_PARTS = [...SHELL_PARTS, 'web/domains/dashboard/DashboardScreen.tsx']
/** Of every screen but the dashboard. */
export const RECORD_PARTS = [
  ...SHELL_PARTS.filter((part) => part !== 'web/app/firstEnglish.ts'),
  'web/app/english.ts',
  'web/app/kinds.ts',
]

/**
 * The files of some parts of the built client, as paths below `dist/web`, with all their static imports.
 * Dynamic imports are left out.
 * @param kind `js`, or `css` for their styles.
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
