import { anyText, type TextLength, textOf } from './anyText.ts'
import type { CoreKind } from './coreKind.ts'

/** The public id of a device, printed on it. */
export interface PublicIdField extends TextLength {
  kind: 'public_id'
}

export const public_id: CoreKind<PublicIdField> = {
  ...anyText,
  check: (field) => textOf(field).refine((value) => /^[\w.:-]+$/.test(value), { error: 'public_id' }),
}
