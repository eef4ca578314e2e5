import fs from 'node:fs'
import path from 'node:path'

/** The entry point of the page, which it names itself. */
export const PAGE_PARTS = ['index.html']
/** The parts that the browser fetches before a screen is shown, with all their imports: the page names them by its address. */
const START_PARTS = [...PAGE_PARTS, 'web/app/start.tsx']
export const SIGN_IN_PARTS = [...START_PARTS, 'web/domains/access/signIn/LoginScreen.tsx']
const SHELL_PARTS = [...START_PARTS, 'web/app/frame/Shell.tsx']
export const DASHBOARD_PARTS = [...SHELL_PARTS, 'web/domains/dashboard/DashboardScreen.tsx']
/** Parts of every screen except the dashboard. */
export const RECORD_PARTS = [...SHELL_PARTS, 'web/app/kinds.ts']

/** The texts of the frame, and of daily work, by language. */
export const FIRST_TEXTS = { en: 'web/app/texts/firstEnglish.ts', es: 'web/app/texts/firstSpanish.ts' }
export const DAILY_TEXTS = { en: 'web/app/texts/dailyEnglish.ts', es: 'web/app/texts/dailySpanish.ts' }

/**
 * The part that each screen declares for its address, without the address's parameters: its own component, or the standard list and
 * record of a kind.
 * @returns {{ address: string, isBelow: boolean, part: string }[]} `isBelow` for addresses that continue after it.
 */
export function screenParts(root) {
  const folder = path.join(root, 'web/domains')
  return fs.readdirSync(folder).flatMap((domain) => {
    const file = path.join(folder, domain, 'screens.tsx')
    if (!fs.existsSync(file)) return []
    return fs
      .readFileSync(file, 'utf8')
      .split(/^ {2}\{$/m)
      .flatMap((source) => partsOf(source, domain))
  })
}

function partsOf(source, domain) {
  const [at, single] = ['path', 'single'].map(
    (key) => source.match(new RegExp(`^ {4}${key}: '([^']+)'`, 'm'))?.[1],
  )
  if (!at) return []
  const own = source.match(/\bimport\('\.\/([^']+)'\)/)?.[1]
  const part = own && `web/domains/${domain}/${own}`
  const addressed = (address, shown) => ({
    address: address.split('/:')[0],
    isBelow: address.includes('/:'),
    part: shown,
  })
  if (!single) return part ? [addressed(at, part)] : []
  return [
    addressed(at, 'web/resources/record/StandardList.tsx'),
    addressed(single, part ?? 'web/resources/record/StandardRecord.tsx'),
  ]
}

/**
 * The files of some parts of the built client, as paths below `dist/web`, with all their static imports.
 * Dynamic imports are left out.
 * @param kind `js`, or `css` for their styles.
 */
export function filesOf(root, parts, kind = 'js') {
  const [manifest, partFiles] = ['manifest', 'partFiles'].map((name) =>
    JSON.parse(fs.readFileSync(path.join(root, `dist/${name}.json`), 'utf8')),
  )
  const keys = new Map(Object.entries(manifest).map(([key, { file }]) => [file, key]))
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
  for (const part of parts) add(keys.get(partFiles[part]) ?? part)
  return [...found]
}
