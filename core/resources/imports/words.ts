/** Letters and digits only: "Nº de teléfono" and "no de telefono" are equal. */
export function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Words for yes and no in files, in addition to each language's. */
export const YES_WORDS: readonly string[] = ['1', 'true', 't', 'y', 'x', 'on', 'active', 'activo', 'si']
export const NO_WORDS: readonly string[] = ['0', 'false', 'f', 'n', 'off', 'inactive', 'inactivo', 'none']

const WORDS_OF_US: readonly string[] = [
  'United States of America',
  'The United States',
  'USA',
  'U.S.',
  'Estados Unidos de América',
  'EE. UU.',
  'EUA',
]

/** Names of countries in addition to their names and codes, by country code. */
export const COUNTRY_WORDS: Readonly<Record<string, readonly string[]>> = {
  US: WORDS_OF_US,
  GB: ['Great Britain', 'UK', 'England', 'Scotland', 'Wales', 'Northern Ireland'],
  NL: ['Holland', 'The Netherlands'],
  KR: ['Korea', 'Republic of Korea'],
  RU: ['Russian Federation'],
  CZ: ['Czech Republic'],
  CN: ["People's Republic of China"],
  MX: ['Méjico'],
}

/** Codes of the US states, federal district and territories. */
const STATES = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA ' +
    'PR RI SC SD TN TX UT VT VA VI WA WV WI WY GU AS MP'
  ).split(' '),
)
/** States whose ZIP codes begin with a zero, which spreadsheets drop. */
const STATES_OF_ZERO = new Set(['CT', 'MA', 'ME', 'NH', 'NJ', 'RI', 'VT', 'PR', 'VI'])

/** Whether a text is the code of a US state. */
export function isStateCode(text: string): boolean {
  return STATES.has(text.toUpperCase())
}

/** A US ZIP code with its lost leading zeros restored; undefined if none were lost, or its state has no such codes. */
export function restoredZip(zip: string, state: string): string | undefined {
  if (!/^\d{3,4}$/.test(zip)) return undefined
  const code = state.trim().toUpperCase()
  return code === '' || !isStateCode(code) || STATES_OF_ZERO.has(code) ? zip.padStart(5, '0') : undefined
}

/** Names of the United States in files, where ZIP codes have five digits. */
export const HOME_WORDS: ReadonlySet<string> = new Set(
  ['US', 'United States', 'Estados Unidos', ...WORDS_OF_US].map(lettersOf),
)
