import { anyText, type TextLength, textOf } from './anyText.ts'
import type { CoreKind } from './coreKind.ts'

/** Multi-line text. */
export interface LongTextField extends TextLength {
  kind: 'long_text'
}

export const long_text: CoreKind<LongTextField> = {
  ...anyText,
  check: textOf,
}
