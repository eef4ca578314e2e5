import type { TextLanguage } from '#core/platform/texts/locales.ts'
import textsShown from './textsShown.json' with { type: 'json' }

/** What a file of texts exports: `en` or `es`; in core also the sentences of rules and of answers. */
type TextFile = Readonly<Record<string, object>>

const FILES: Readonly<Record<TextLanguage, Readonly<Record<string, () => Promise<TextFile>>>>> = {
  en: import.meta.glob<TextFile>([
    '../../core/domains/*/texts.en.ts',
    '../domains/**/*exts.en.ts',
    '../resources/**/*exts.en.ts',
    // In the first texts.
    '!../domains/{alerts,dashboard,help,telemetry}/texts.en.ts',
    '!../domains/{access,notifications}/frameTexts.en.ts',
    '!../domains/shipments/widgets/texts.en.ts',
    '!../resources/texts.en.ts',
  ]),
  es: import.meta.glob<TextFile>([
    '../../core/domains/*/texts.es.ts',
    '../domains/**/*exts.es.ts',
    '../resources/**/*exts.es.ts',
    // In the first texts.
    '!../domains/{alerts,dashboard,help,telemetry}/texts.es.ts',
    '!../domains/{access,notifications}/frameTexts.es.ts',
    '!../domains/shipments/widgets/texts.es.ts',
    '!../resources/texts.es.ts',
  ]),
}

/**
 * The texts that the screens of a domain show besides those of their own domain, of the frame, and of records in general: folders
 * of `web/domains`, or of `core/domains` with `core/` before. A test compares them with the keys that the screens use.
 */
const TEXTS_SHOWN: Readonly<Record<string, readonly string[]>> = textsShown

/** Names under which screens read the texts of a folder, where it is not the name of the folder. */
const NAMES: Readonly<Record<string, string>> = { access: 'security', record: 'resources' }

/** The texts of all domains. */
export const allTexts = textsWhere(() => true)

const byDomain = new Map<string, typeof allTexts>()

/**
 * What the screens of a domain show besides the texts of the frame: the texts of the domain, of the parts of other domains that it
 * shows, and of records of any kind.
 */
export function textsOf(domain: string): typeof allTexts {
  const texts = byDomain.get(domain) ?? textsWhere((folder) => isShownIn(domain, folder))
  byDomain.set(domain, texts)
  return texts
}

/** Whether the screens of a domain show the texts of a folder. */
function isShownIn(domain: string, folder: string): boolean {
  const [owner] = folder.replace('core/', '').split('/')
  return owner === domain || owner === 'resources' || TEXTS_SHOWN[domain]?.includes(folder) === true
}

function textsWhere(isWanted: (folder: string) => boolean) {
  const load = async (language: TextLanguage) => {
    const wanted = Object.entries(FILES[language]).filter(([path]) => isWanted(folderOf(path)))
    return Promise.all(wanted.map(async ([path, file]) => placed(path, await file(), language)))
  }
  return { en: () => load('en'), es: () => load('es') }
}

/** `shipments/timeline` for the texts of that folder, `core/shipments` for those in core, `resources` for those of any record. */
function folderOf(path: string): string {
  const [, core = '', folder = 'resources'] =
    /(core\/)?(?:\.\.\/)?domains\/(.+)\/\w+\.\w+\.ts$/.exec(path) ?? []
  return `${core}${folder}`
}

/** The texts of a file under the name by which they are read. */
function placed(
  path: string,
  { rules = {}, messages = {}, ...texts }: TextFile,
  language: TextLanguage,
): object {
  const own = texts[language] ?? {}
  if (path.includes('/core/')) return { records: own, rules, messages }
  const folder = path.split('/').at(-2)!
  // The scan dialog is read under its own name.
  return folder === 'scan' ? own : { [NAMES[folder] ?? folder]: own }
}
