import { anyText, type TextLength, textOf } from './anyText.ts'
import type { CoreKind } from './coreKind.ts'

/** HTML, with headings, lists, links and pictures. */
export interface RichTextField extends TextLength {
  kind: 'rich_text'
}

export const rich_text: CoreKind<RichTextField> = {
  ...anyText,
  check: textOf,
}
