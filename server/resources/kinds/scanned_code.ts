import type { ScannedCodeField } from '#core/resources/kinds/scanned_code.ts'
import { anyText } from './anyText.ts'
import type { ServerKind } from './serverKind.ts'

export const scanned_code: ServerKind<ScannedCodeField> = {
  ...anyText,
}
