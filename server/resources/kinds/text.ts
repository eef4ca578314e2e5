import type { TextField } from '#core/resources/kinds/text.ts'
import { anyText } from './anyText.ts'
import type { ServerKind } from './serverKind.ts'

export const text: ServerKind<TextField> = {
  ...anyText,
}
