import { anyText, type TextLength, textOf } from './anyText.ts'
import type { CoreKind } from './coreKind.ts'

/** A number printed on a thing as a code. */
export interface ScannedCodeField extends TextLength {
  kind: 'scanned_code'
}

export const scanned_code: CoreKind<ScannedCodeField> = {
  ...anyText,
  check: textOf,
}
