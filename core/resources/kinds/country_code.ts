import { anyText, type TextLength, textOf } from './anyText.ts'
import type { CoreKind } from './coreKind.ts'

/** The three letters of a country. */
export interface CountryCodeField extends TextLength {
  kind: 'country_code'
}

export const country_code: CoreKind<CountryCodeField> = {
  ...anyText,
  check: textOf,
}
