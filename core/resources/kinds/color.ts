import { isColor } from '#core/platform/isColor.ts'
import { anyText, type TextLength, textOf } from './anyText.ts'
import type { CoreKind } from './coreKind.ts'

export interface ColorField extends TextLength {
  kind: 'color'
}

export const color: CoreKind<ColorField> = {
  ...anyText,
  check: (field) => textOf(field).refine((value) => isColor(value), { error: 'color' }),
}
