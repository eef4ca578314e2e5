import { anyText, type TextLength, textOf } from './anyText.ts'
import type { CoreKind } from './coreKind.ts'

/** One line of text. */
export interface TextField extends TextLength {
  kind: 'text'
  /** The field with the user id of the name in this text: names of staff are shown to staff only. */
  writtenBy?: string
}

export const text: CoreKind<TextField> = {
  ...anyText,
  properties: { ...anyText.properties, writtenBy: true },
  check: (field) => textOf(field).refine((value) => !/[\r\n]/.test(value), { error: 'characters' }),
}
