import { anyText, type TextLength, textOf } from './anyText.ts'
import type { CoreKind } from './coreKind.ts'

export interface UrlField extends TextLength {
  kind: 'url'
}

export const url: CoreKind<UrlField> = {
  ...anyText,
  check: (field) => textOf(field).refine(isUrl, { error: 'url' }),
}

/** A web address, with or without its scheme (people type "www.example.com"). */
function isUrl(value: string): boolean {
  return /^(https?:\/\/)?[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?(\.[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?)+(:\d{1,5})?([/?#]\S*)?$/iu.test(
    value,
  )
}
