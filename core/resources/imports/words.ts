/** Letters and digits alone: "Nº de teléfono" and "no de telefono" are one. */
export function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Yes and no as files have them beside the words of each language. */
export const YES_WORDS: readonly string[] = ['1', 'true', 't', 'y', 'x', 'on', 'active', 'activo', 'si']
export const NO_WORDS: readonly string[] = ['0', 'false', 'f', 'n', 'off', 'inactive', 'inactivo', 'none']

/** What countries are called beside their names and codes, by the two letters. */
export const COUNTRY_WORDS: Readonly<Record<string, readonly string[]>> = {
  US: [
    'United States of America',
    'The United States',
    'USA',
    'U.S.',
    'Estados Unidos de América',
    'EE. UU.',
    'EUA',
  ],
  GB: ['Great Britain', 'UK', 'England', 'Scotland', 'Wales', 'Northern Ireland'],
  NL: ['Holland', 'The Netherlands'],
  KR: ['Korea', 'Republic of Korea'],
  RU: ['Russian Federation'],
  CZ: ['Czech Republic'],
  CN: ["People's Republic of China"],
  MX: ['Méjico'],
}

/** The two letters of the states of the United States, their federal district and territories. */
const STATES = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA ' +
    'PR RI SC SD TN TX UT VT VA VI WA WV WI WY GU AS MP'
  ).split(' '),
)
/** States whose ZIP codes begin with a zero, which spreadsheets drop. */
const STATES_OF_ZERO = new Set(['CT', 'MA', 'ME', 'NH', 'NJ', 'RI', 'VT', 'PR', 'VI'])

/** Whether a text is the code of a state of the United States. */
export function isStateCode(text: string): boolean {
  return STATES.has(text.toUpperCase())
}

/**
 * A ZIP code of the United States that has lost its first zeros, whole again; nothing where it has not, or where its state
 * has no such codes.
 */
export function restoredZip(zip: string, state: string): string | undefined {
  if (!/^\d{3,4}$/.test(zip)) return undefined
  const code = state.trim().toUpperCase()
  return code === '' || !isStateCode(code) || STATES_OF_ZERO.has(code) ? zip.padStart(5, '0') : undefined
}

/** What the United States are called in files, where ZIP codes have five digits. */
export const HOME_WORDS: ReadonlySet<string> = new Set(
  ['US', 'United States', 'Estados Unidos', ...COUNTRY_WORDS['US']!].map(lettersOf),
)
