import fs from 'node:fs'
import path from 'node:path'

/** The entry point of the page, which it names itself. */
export const PAGE_PARTS = ['index.html']
/** The parts that the browser fetches before a screen is shown, with all their imports: the page names them by its address. */
const START_PARTS = [...PAGE_PARTS, 'web/app/start.tsx']
export const SIGN_IN_PARTS = [...START_PARTS, 'web/domains/access/signIn/LoginScreen.tsx']
const SHELL_PARTS = [
  ...START_PARTS,
  'web/app/frame/shellStyles.ts',
  'web/app/frame/Shell.tsx',
  'web/app/SignedInRoutes.tsx',
  'web/app/frame/LockBoundary.tsx',
]
export const DASHBOARD_PARTS = [...SHELL_PARTS, 'web/domains/dashboard/DashboardScreen.tsx']
/** Of every screen but the dashboard. */
export const RECORD_PARTS = [...SHELL_PARTS, 'web/app/domainTexts.ts', 'web/app/kinds.ts']

/** The texts of the frame, by language. */
export const FIRST_TEXTS = { en: 'web/app/texts/firstEnglish.ts', es: 'web/app/texts/firstSpanish.ts' }

/**
 * The parts with the texts that screens of a domain show, as `web/app/domainTexts.ts` chooses them.
 * @param language `en` or `es`
 */
export function textParts(root, domain, language) {
  const shown = JSON.parse(fs.readFileSync(path.join(root, 'web/app/textsShown.json'), 'utf8'))[domain] ?? []
  return Object.keys(manifestOf(root)).filter((part) => {
    const [, tier, folder] =
      new RegExp(`^(core|web)/(?:domains/(.+)|resources(?:/.+)?)/\\w*exts\\.${language}\\.ts$`).exec(part) ??
      []
    if (!tier || part.includes('/scan/')) return false
    if (!folder) return true
    const [owner] = folder.split('/')
    return owner === domain || shown.includes(tier === 'core' ? `core/${folder}` : folder)
  })
}

/** The addresses of the screens of each domain, without their parameters. */
export function addressesByDomain(root) {
  const folder = path.join(root, 'web/domains')
  const declared = fs
    .readdirSync(folder)
    .filter((domain) => fs.existsSync(path.join(folder, domain, 'screens.tsx')))
  return Object.fromEntries(
    declared.map((domain) => {
      const source = fs.readFileSync(path.join(folder, domain, 'screens.tsx'), 'utf8')
      const addresses = [...source.matchAll(/\b(?:path|single): '(\/[^']*)'/g)].map(
        ([, one]) => one.split('/:')[0],
      )
      return [domain, [...new Set(addresses)]]
    }),
  )
}

/**
 * The files of some parts of the built client, as paths below `dist/web`, with all their static imports.
 * Dynamic imports are left out.
 * @param kind `js`, or `css` for their styles.
 */
export function filesOf(root, parts, kind = 'js') {
  const manifest = manifestOf(root)
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

function manifestOf(root) {
  return JSON.parse(fs.readFileSync(path.join(root, 'dist/manifest.json'), 'utf8'))
}
