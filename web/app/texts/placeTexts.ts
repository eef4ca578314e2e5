/** Exports of a file of texts: `en` or `es`; in core also the sentences of rules and of responses. */
export type TextFile = Readonly<Record<string, object>>

/** Names under which screens read the texts of a folder, where it is not the name of the folder. */
const NAMES: Readonly<Record<string, string>> = { access: 'security', record: 'resources' }

/** Puts the texts of each file under the name by which screens read them. */
export function placeTexts(files: Readonly<Record<string, TextFile>>, language: 'en' | 'es'): object[] {
  return Object.entries(files).map(([path, { rules = {}, messages = {}, ...texts }]) => {
    const own = texts[language] ?? {}
    if (path.includes('/core/')) return { records: own, rules, messages }
    const folder = path.split('/').at(-2)!
    // The scan dialog is read under its own name.
    return folder === 'scan' ? own : { [NAMES[folder] ?? folder]: own }
  })
}
