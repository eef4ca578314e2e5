import { anyText, type TextLength, textOf } from './anyText.ts'
import type { CoreKind } from './coreKind.ts'

/** Text of one line. */
export interface TextField extends TextLength {
  kind: 'text'
  /** The name of the user whose id that field holds: who of the business it is, only its own people read. */
  writtenBy?: string
}

export const text: CoreKind<TextField> = {
  ...anyText,
  properties: { ...anyText.properties, writtenBy: true },
  manyLines: 'long_text',
  check: (field) => textOf(field).refine((value) => !/[\r\n]/.test(value), { error: 'characters' }),
}
