import { anyText, type TextLength, textOf } from './anyText.ts'
import type { CoreKind } from './coreKind.ts'

/** Three-letter country code. */
export interface CountryCodeField extends TextLength {
  kind: 'country_code'
}

export const country_code: CoreKind<CountryCodeField> = {
  ...anyText,
  check: textOf,
}
